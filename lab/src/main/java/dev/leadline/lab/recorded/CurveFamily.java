package dev.leadline.lab.recorded;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;

/**
 * The recorded learning curves of one program, one for every configuration of its space, small
 * values good. Immutable and thread-safe.
 */
public final class CurveFamily {

  private static final String FOLDER = "curves/";

  private final Space space;
  private final Map<Configuration, double[]> curves = new HashMap<>();

  private CurveFamily(List<String> lines) {
    String[] head = lines.get(0).split(",", -1);
    int settings = Arrays.asList(head).indexOf("1");
    List<String[]> rows = lines.stream().skip(1).map(line -> line.split(",", -1)).toList();
    SpaceBuilder builder = Space.builder();
    for (int i = 0; i < settings; i++) {
      int place = i;
      add(builder, head[i], rows.stream().map(row -> row[place]).distinct().toArray(String[]::new));
    }
    this.space = builder.build();
    for (String[] row : rows) {
      Map<String, String> texts = new HashMap<>();
      IntStream.range(0, settings).forEach(i -> texts.put(head[i], row[i]));
      double[] values =
          Arrays.stream(row, settings, row.length).mapToDouble(Double::parseDouble).toArray();
      curves.put(space.parse(texts), values);
    }
  }

  /** Numbers have an order, words have none. */
  private static void add(SpaceBuilder builder, String name, String... levels) {
    try {
      builder.ordinal(name, Arrays.stream(levels).mapToDouble(Double::parseDouble).toArray());
    } catch (NumberFormatException e) {
      builder.choice(name, levels);
    }
  }

  /** The names of the families on which choices are made. */
  public static List<String> open() {
    return half("open");
  }

  /** The names of the families that are looked at once. */
  public static List<String> heldOut() {
    return half("held-out");
  }

  private static List<String> half(String word) {
    String line =
        lines("families.txt").stream()
            .filter(candidate -> candidate.startsWith(word + ": "))
            .findFirst()
            .orElseThrow();
    return List.of(line.substring(word.length() + 2).split(" ", -1));
  }

  /**
   * Reads a family.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  public static CurveFamily named(String name) {
    List<String> all = new ArrayList<>(open());
    all.addAll(heldOut());
    if (!all.contains(name)) {
      throw new IllegalArgumentException(
          "there is no family '%s': use %s".formatted(name, String.join(", ", all)));
    }
    return new CurveFamily(lines(name + ".csv.gz"));
  }

  private static List<String> lines(String file) {
    try (InputStream in =
        Objects.requireNonNull(CurveFamily.class.getResourceAsStream(FOLDER + file), file)) {
      InputStream plain = file.endsWith(".gz") ? new GZIPInputStream(in) : in;
      return new String(plain.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  public Space space() {
    return space;
  }

  /** The values of a configuration, one per step. */
  public double[] curve(Configuration configuration) {
    return Objects.requireNonNull(curves.get(configuration), configuration::toString).clone();
  }

  /** Where the curves end, in increasing order. */
  public double[] ends() {
    return curves.values().stream()
        .mapToDouble(curve -> curve[curve.length - 1])
        .sorted()
        .toArray();
  }
}
