package dev.leadline.pfn;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The header of a safetensors file: which array lies where.
 *
 * @param dataStart the first byte after the header; spans count from there
 */
record SafetensorsHeader(int dataStart, List<Span> spans, Map<String, String> metadata) {

  static final String METADATA = "__metadata__";
  private static final int MAX_HEADER = 100_000_000;

  /** One array: bytes [start, start + length) of the data. */
  static final class Span {
    final String name;
    final int[] shape;
    final int start;
    final int length;

    Span(String name, int[] shape, int start, int length) {
      this.name = name;
      this.shape = shape;
      this.start = start;
      this.length = length;
    }
  }

  /** Parses and checks the header: the arrays must fill the data without gaps or overlaps. */
  static SafetensorsHeader parse(byte[] file) throws ModelFileException {
    if (file.length < Long.BYTES) {
      throw new ModelFileException(
          "expected a safetensors file but it has only %d bytes".formatted(file.length));
    }
    long length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getLong();
    if (length < 2 || length > MAX_HEADER) {
      throw new ModelFileException("expected a safetensors file but it does not start like one");
    }
    if (length > file.length - Long.BYTES) {
      throw new ModelFileException(
          "the safetensors file is cut: expected a header of %d bytes but only %d follow"
              .formatted(length, file.length - Long.BYTES));
    }
    int dataStart = Long.BYTES + (int) length;
    Json json = Json.parse(new String(file, Long.BYTES, (int) length, UTF_8));
    JsonFields fields = JsonFields.of(json, "the safetensors header");
    Map<String, String> metadata = fields.has(METADATA) ? fields.strings(METADATA) : Map.of();
    List<Span> spans = new ArrayList<>();
    for (String name : fields.names()) {
      if (!name.equals(METADATA)) {
        spans.add(span(name, fields.object(name)));
      }
    }
    spans.sort(Comparator.comparingInt(span -> span.start));
    checkCover(spans, file.length - dataStart);
    return new SafetensorsHeader(dataStart, List.copyOf(spans), metadata);
  }

  private static Span span(String name, JsonFields fields) throws ModelFileException {
    String type = fields.string("dtype");
    if (!type.equals("F32")) {
      throw new ModelFileException(
          "expected float32 arrays but \"%s\" is %s".formatted(name, type));
    }
    int[] shape = fields.integers("shape");
    int[] offsets = fields.integers("data_offsets");
    long size = Float.BYTES;
    for (int axis : shape) {
      size = axis < 0 || size > Integer.MAX_VALUE ? -1 : size * axis;
    }
    if (offsets.length != 2
        || offsets[0] < 0
        || size < 0
        || offsets[1] - (long) offsets[0] != size) {
      throw new ModelFileException(
          "expected %d bytes for \"%s\" of shape %s but its offsets are %s"
              .formatted(size, name, Arrays.toString(shape), Arrays.toString(offsets)));
    }
    return new Span(name, shape, offsets[0], (int) size);
  }

  private static void checkCover(List<Span> spans, int available) throws ModelFileException {
    int end = 0;
    for (Span span : spans) {
      if (span.start != end) {
        throw new ModelFileException(
            "expected \"%s\" to start at byte %d of the data but it starts at %d"
                .formatted(span.name, end, span.start));
      }
      end = Math.addExact(end, span.length);
    }
    if (end != available) {
      throw new ModelFileException(
          "the safetensors file is cut or too long: expected %d bytes of data but found %d"
              .formatted(end, available));
    }
  }

  /** The header with its length in front, padded so that the data is aligned to 8 bytes. */
  static byte[] bytes(Map<String, int[]> shapes, Map<String, String> metadata) {
    Map<String, Json> members = new LinkedHashMap<>();
    if (!metadata.isEmpty()) {
      Map<String, Json> strings = new LinkedHashMap<>();
      metadata.forEach((key, value) -> strings.put(key, Json.of(value)));
      members.put(METADATA, new Json.Obj(strings));
    }
    long start = 0;
    for (Map.Entry<String, int[]> shape : shapes.entrySet()) {
      long length = Float.BYTES;
      for (int axis : shape.getValue()) {
        length *= axis;
      }
      Map<String, Json> entry = new LinkedHashMap<>();
      entry.put("dtype", Json.of("F32"));
      entry.put("shape", numbers(Arrays.stream(shape.getValue()).asLongStream().toArray()));
      entry.put("data_offsets", numbers(start, start + length));
      members.put(shape.getKey(), new Json.Obj(Collections.unmodifiableMap(entry)));
      start += length;
    }
    byte[] json = new Json.Obj(members).text().getBytes(UTF_8);
    int padded = (json.length + 7) / 8 * 8;
    byte[] bytes = new byte[Long.BYTES + padded];
    Arrays.fill(bytes, (byte) ' ');
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(padded).put(json);
    return bytes;
  }

  private static Json numbers(long... values) {
    return new Json.Arr(Arrays.stream(values).mapToObj(Json::of).toList());
  }
}
