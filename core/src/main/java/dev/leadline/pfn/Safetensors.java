package dev.leadline.pfn;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Named float32 arrays with optional string metadata, readable and writable in the safetensors
 * format. Immutable and thread-safe.
 */
public final class Safetensors {

  /* A file is the header's length (8 bytes, little-endian), the header (JSON, padded by spaces to a
   * multiple of 8) and the data. SafetensorsHeader reads and writes the header. */

  private static final class Entry {
    final int[] shape;
    final float[] values;

    Entry(int[] shape, float[] values) {
      this.shape = shape;
      this.values = values;
    }
  }

  private final Map<String, Entry> entries;
  private final Map<String, String> metadata;

  private Safetensors(Map<String, Entry> entries, Map<String, String> metadata) {
    this.entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
    this.metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }

  /** Starts an empty collection. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Reads a file.
   *
   * @throws ModelFileException if it is not a safetensors file, is cut, or holds other than float32
   */
  public static Safetensors read(Path file) throws IOException {
    try {
      return parse(Files.readAllBytes(file));
    } catch (ModelFileException e) {
      throw new ModelFileException("%s: %s".formatted(file, e.getMessage()), e);
    }
  }

  /**
   * Reads the bytes of a whole file.
   *
   * @throws ModelFileException as for {@link #read}
   */
  public static Safetensors parse(byte[] file) throws ModelFileException {
    SafetensorsHeader header = SafetensorsHeader.parse(file);
    ByteBuffer data =
        ByteBuffer.wrap(file, header.dataStart(), file.length - header.dataStart())
            .slice()
            .order(ByteOrder.LITTLE_ENDIAN);
    Map<String, Entry> entries = new LinkedHashMap<>();
    for (SafetensorsHeader.Span span : header.spans()) {
      float[] values = new float[span.length / Float.BYTES];
      data.slice(span.start, span.length)
          .order(ByteOrder.LITTLE_ENDIAN)
          .asFloatBuffer()
          .get(values);
      entries.put(span.name, new Entry(span.shape, values));
    }
    return new Safetensors(entries, header.metadata());
  }

  /** The names of the arrays, in the order of the file. */
  public Set<String> names() {
    return entries.keySet();
  }

  public int[] shape(String name) {
    return entry(name).shape.clone();
  }

  /** The number of values of one array. */
  public int size(String name) {
    return entry(name).values.length;
  }

  /** The values of one array, row-major. */
  public float[] values(String name) {
    return entry(name).values.clone();
  }

  public Map<String, String> metadata() {
    return metadata;
  }

  /** Writes to the file; not atomic. */
  public void write(Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      write(out);
    }
  }

  /** Writes to the stream and leaves it open. The same content gives the same bytes. */
  public void write(OutputStream out) throws IOException {
    out.write(SafetensorsHeader.bytes(shapes(), metadata));
    for (Entry entry : entries.values()) {
      ByteBuffer bytes =
          ByteBuffer.allocate(entry.values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      bytes.asFloatBuffer().put(entry.values);
      out.write(bytes.array());
    }
  }

  private Map<String, int[]> shapes() {
    Map<String, int[]> shapes = new LinkedHashMap<>();
    entries.forEach((name, entry) -> shapes.put(name, entry.shape));
    return shapes;
  }

  private Entry entry(String name) {
    Entry entry = entries.get(name);
    if (entry == null) {
      throw new IllegalArgumentException(
          "expected one of %s but was asked for \"%s\"".formatted(entries.keySet(), name));
    }
    return entry;
  }

  /** Collects arrays and metadata. Not thread-safe. */
  public static final class Builder {

    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final Map<String, String> metadata = new LinkedHashMap<>();

    private Builder() {}

    /**
     * Adds an array.
     *
     * @param shape its sizes; empty for a scalar
     * @param values as many as the shape says, row-major; copied
     */
    public Builder put(String name, int[] shape, float... values) {
      long size = Arrays.stream(shape).asLongStream().reduce(1, (a, b) -> a * b);
      if (size != values.length || Arrays.stream(shape).anyMatch(axis -> axis < 0)) {
        throw new IllegalArgumentException(
            "expected %d values for \"%s\" of shape %s but got %d"
                .formatted(size, name, Arrays.toString(shape), values.length));
      }
      if (name.equals(SafetensorsHeader.METADATA) || entries.containsKey(name)) {
        throw new IllegalArgumentException(
            "expected a new name but \"%s\" is taken; names so far: %s"
                .formatted(name, List.copyOf(entries.keySet())));
      }
      entries.put(name, new Entry(shape.clone(), values.clone()));
      return this;
    }

    public Builder metadata(String key, String value) {
      metadata.put(key, value);
      return this;
    }

    public Safetensors build() {
      return new Safetensors(entries, metadata);
    }
  }
}
