package dev.leadline.torch.train;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The state of a run between two steps, on disk as a directory of small files.
 *
 * <p>Immutable by convention: arrays are handed over, not copied, because they are large.
 */
final class Checkpoint {

  /* checkpoint-<step>/ holds manifest.json and the flat arrays cut into pieces. It is written under another name, then renamed,
   * then older ones are removed, so a kill at any moment leaves a whole one. */

  static final int PIECE_BYTES = 15 << 20;
  private static final String PREFIX = "checkpoint-";
  private static final String MANIFEST = "manifest.json";

  /**
   * All but the arrays.
   *
   * @param config the run's configuration as JSON
   * @param seed the run's seed
   * @param device where the random stream lived
   * @param step the number of steps done
   * @param tasks the number of tasks seen
   * @param seconds the time spent
   * @param random the state of the task stream, base64
   * @param borders the borders of the buckets
   * @param size the length of each array
   * @param pieces SHA-256 of the pieces in order
   */
  record Manifest(
      JsonNode config,
      long seed,
      String device,
      long step,
      long tasks,
      double seconds,
      String random,
      List<Double> borders,
      int size,
      List<String> pieces) {}

  final Manifest manifest;
  final List<float[]> arrays;

  Checkpoint(Manifest manifest, List<float[]> arrays) {
    this.manifest = manifest;
    this.arrays = arrays;
  }

  static String encode(byte[] random) {
    return Base64.getEncoder().encodeToString(random);
  }

  byte[] random() {
    return Base64.getDecoder().decode(manifest.random);
  }

  double[] borders() {
    return manifest.borders.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** Writes the checkpoint into the run's directory and removes the ones before it. */
  static void write(Path run, Manifest manifest, List<float[]> arrays) throws IOException {
    String name = PREFIX + "%09d".formatted(manifest.step);
    Path target = run.resolve(name);
    Path draft = run.resolve(name + ".tmp");
    delete(draft);
    Files.createDirectories(draft);
    List<String> hashes = writePieces(draft, bytes(arrays));
    Manifest whole =
        new Manifest(
            manifest.config,
            manifest.seed,
            manifest.device,
            manifest.step,
            manifest.tasks,
            manifest.seconds,
            manifest.random,
            manifest.borders,
            arrays.get(0).length,
            hashes);
    Files.write(draft.resolve(MANIFEST), JsonMapper.shared().writeValueAsBytes(whole));
    delete(target);
    Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
    for (Path other : all(run)) {
      if (!other.equals(target)) {
        delete(other);
      }
    }
  }

  /** The newest whole checkpoint of the run's directory, if there is one. */
  static Optional<Checkpoint> newest(Path run) throws IOException {
    List<Path> found = all(run).stream().filter(path -> !path.toString().endsWith(".tmp")).toList();
    return found.isEmpty() ? Optional.empty() : Optional.of(read(found.get(found.size() - 1)));
  }

  private static Checkpoint read(Path directory) throws IOException {
    Manifest manifest;
    try {
      manifest =
          JsonMapper.shared()
              .readValue(Files.readAllBytes(directory.resolve(MANIFEST)), Manifest.class);
    } catch (JacksonException e) {
      throw damaged(directory, MANIFEST + " cannot be read: " + e.getOriginalMessage());
    }
    int count = 3;
    ByteBuffer bytes =
        ByteBuffer.allocate(Math.multiplyExact(manifest.size, count * Float.BYTES))
            .order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < manifest.pieces.size(); i++) {
      bytes.put(readPiece(directory, i, manifest.pieces.get(i), bytes.remaining()));
    }
    if (bytes.hasRemaining()) {
      throw damaged(directory, "%d bytes are missing".formatted(bytes.remaining()));
    }
    bytes.flip();
    List<float[]> arrays = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      float[] array = new float[manifest.size];
      bytes.asFloatBuffer().get(array);
      bytes.position(bytes.position() + array.length * Float.BYTES);
      arrays.add(array);
    }
    return new Checkpoint(manifest, arrays);
  }

  private static byte[] readPiece(Path directory, int index, String hash, int room)
      throws IOException {
    Path file = directory.resolve(piece(index));
    if (!Files.exists(file)) {
      throw damaged(directory, piece(index) + " is missing");
    }
    byte[] content = Files.readAllBytes(file);
    if (content.length > room || !sha256(content).equals(hash)) {
      throw damaged(
          directory, "%s is cut or changed (%d bytes)".formatted(piece(index), content.length));
    }
    return content;
  }

  private static IOException damaged(Path directory, String what) {
    return new IOException(
        "checkpoint %s is damaged: %s; delete that directory to start anew"
            .formatted(directory, what));
  }

  private static List<String> writePieces(Path directory, ByteBuffer bytes) throws IOException {
    List<String> hashes = new ArrayList<>();
    while (bytes.hasRemaining()) {
      byte[] content = new byte[Math.min(PIECE_BYTES, bytes.remaining())];
      bytes.get(content);
      try (OutputStream out = Files.newOutputStream(directory.resolve(piece(hashes.size())))) {
        out.write(content);
      }
      hashes.add(sha256(content));
    }
    return hashes;
  }

  private static ByteBuffer bytes(List<float[]> arrays) {
    int floats = arrays.stream().mapToInt(array -> array.length).reduce(0, Math::addExact);
    ByteBuffer bytes =
        ByteBuffer.allocate(Math.multiplyExact(floats, Float.BYTES)).order(ByteOrder.LITTLE_ENDIAN);
    for (float[] array : arrays) {
      bytes.asFloatBuffer().put(array);
      bytes.position(bytes.position() + array.length * Float.BYTES);
    }
    return bytes.flip();
  }

  private static String piece(int index) {
    return "part-%03d".formatted(index);
  }

  private static List<Path> all(Path run) throws IOException {
    if (!Files.isDirectory(run)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.list(run)) {
      return paths
          .filter(path -> String.valueOf(path.getFileName()).startsWith(PREFIX))
          .sorted(Comparator.comparing(Path::toString))
          .toList();
    }
  }

  private static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> paths = Files.list(directory)) {
      for (Path path : paths.toList()) {
        Files.delete(path);
      }
    }
    Files.delete(directory);
  }

  static String sha256(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
