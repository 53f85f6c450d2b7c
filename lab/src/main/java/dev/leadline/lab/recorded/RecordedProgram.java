package dev.leadline.lab.recorded;

import dev.leadline.lab.functions.Program;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** A program that was evaluated beforehand, with its settings. Immutable and thread-safe. */
public final class RecordedProgram implements Program {

  private final Header header;
  private final Space space;
  private final float[] values;
  private final Map<List<Integer>, Integer> rows;
  private final @Nullable Interpolation between;

  private RecordedProgram(
      Header header,
      float[] values,
      Map<List<Integer>, Integer> rows,
      @Nullable Interpolation between) {
    this.header = header;
    this.values = values;
    this.rows = rows;
    this.between = between;
    SpaceBuilder builder = Space.builder();
    header.parameters().forEach(setting -> setting.addTo(builder));
    this.space = builder.build();
  }

  /** The program of this name that comes with the benchmark. */
  public static RecordedProgram named(String name) {
    String resource = "%s.gz".formatted(name);
    try (InputStream file = RecordedProgram.class.getResourceAsStream(resource)) {
      return read(new GZIPInputStream(Objects.requireNonNull(file, resource)));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the table " + resource, e);
    }
  }

  /** The program whose table is in a file, as {@code lab/peers/tables.py} writes it. */
  public static RecordedProgram in(Path table) {
    try (InputStream file = Files.newInputStream(table)) {
      return read(new GZIPInputStream(file));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot read the table %s: %s".formatted(table, e.getMessage()), e);
    }
  }

  static RecordedProgram read(InputStream unpacked) throws IOException {
    ByteBuffer all = ByteBuffer.wrap(unpacked.readAllBytes()).order(ByteOrder.LITTLE_ENDIAN);
    int end = 0;
    while (all.get(end) != '\n') {
      end++;
    }
    String line = new String(all.array(), 0, end, StandardCharsets.UTF_8);
    Header header = JsonMapper.builder().build().readValue(line, Header.class);
    ByteBuffer body = all.position(end + 1);
    if (header.whole()) {
      return new RecordedProgram(header, floats(body, header.rows()), Map.of(), null);
    }
    Sample sample = new Sample(header, body);
    return new RecordedProgram(header, sample.values(), sample.rows(), sample.interpolation());
  }

  static float[] floats(ByteBuffer body, int count) {
    float[] floats = new float[count];
    for (int i = 0; i < count; i++) {
      floats[i] = body.getFloat();
    }
    return floats;
  }

  @Override
  public Space space() {
    return space;
  }

  @Override
  public double minimum() {
    return header.minimum();
  }

  @Override
  public double[] numbers(Configuration configuration) {
    return header.parameters().stream().mapToDouble(s -> s.number(configuration)).toArray();
  }

  @Override
  public double value(double[] numbers) {
    double[] coordinates = new double[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      coordinates[i] = header.parameters().get(i).place(numbers[i]);
    }
    double[] seen = header.seen(coordinates);
    if (between == null) {
      return values[rank(seen)];
    }
    Integer row = rows.isEmpty() ? null : rows.get(header.indices(seen));
    return row != null ? values[row] : rounded(between.at(header.inCells(seen)));
  }

  private double rounded(double value) {
    double possible = Math.max(header.least(), value);
    return header.quantum() > 0
        ? Math.floor(possible / header.quantum() + 0.5) * header.quantum()
        : possible;
  }

  private int rank(double[] coordinates) {
    int rank = 0;
    for (int i = 0; i < coordinates.length; i++) {
      Setting setting = header.parameters().get(i);
      rank = rank * setting.count() + setting.index(coordinates[i]);
    }
    return rank;
  }
}
