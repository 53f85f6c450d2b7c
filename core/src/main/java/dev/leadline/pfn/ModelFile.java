package dev.leadline.pfn;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A model in one file: manifest, weights and the two graphs that read them. Immutable and
 * thread-safe.
 *
 * <p>Reading verifies everything that can be verified without running the graphs: the archive, the
 * SHA-256 of each entry, and that the weights are those of the network.
 */
public final class ModelFile {

  /** As class loaders name it: a class would look into its own module alone. */
  static final String FOLDER = "dev/leadline/models/";

  static final String MANIFEST = "manifest.json";
  static final String WEIGHTS = "weights.safetensors";
  static final String ENCODE = "encode.onnx";
  static final String DECODE = "decode.onnx";
  private static final List<String> ENTRIES = List.of(MANIFEST, WEIGHTS, ENCODE, DECODE);

  private final Manifest manifest;
  private final Safetensors weights;
  private final byte[] encode;
  private final byte[] decode;

  private ModelFile(Manifest manifest, Safetensors weights, byte[] encode, byte[] decode) {
    this.manifest = manifest;
    this.weights = weights;
    this.encode = encode;
    this.decode = decode;
  }

  /**
   * Puts a model together.
   *
   * @param manifest everything but the hashes, which are computed here
   * @param encode the graph that encodes the context, in ONNX's format
   * @param decode the graph that predicts at queries
   */
  public static ModelFile of(Manifest manifest, Safetensors weights, byte[] encode, byte[] decode)
      throws ModelFileException {
    new WeightLayout(manifest.network()).check(weights);
    Map<String, String> hashes = new LinkedHashMap<>();
    hashes.put(WEIGHTS, sha256(bytes(weights)));
    hashes.put(ENCODE, sha256(encode));
    hashes.put(DECODE, sha256(decode));
    Manifest complete =
        new Manifest(
            manifest.format(),
            manifest.name(),
            manifest.network(),
            manifest.outputScaling(),
            manifest.training(),
            manifest.graphWeights(),
            hashes);
    return new ModelFile(complete, weights, encode.clone(), decode.clone());
  }

  /**
   * Reads and verifies a model file.
   *
   * @throws ModelFileException if it is wrong, cut, foreign or does not match its hashes
   */
  public static ModelFile read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return read(in, file.toString());
    }
  }

  /**
   * Reads and verifies a model that comes with the library.
   *
   * @param name the name of its file without the ending
   * @throws ModelFileException if there is no such model on the class path, or it is damaged
   */
  public static ModelFile shipped(String name) throws IOException {
    String resource = resource(name);
    try (InputStream in = ModelFile.class.getClassLoader().getResourceAsStream(resource)) {
      if (in == null) {
        throw new ModelFileException(
            "expected a shipped model called \"%s\" but there is none; is leadline-models on the class path?"
                .formatted(name));
      }
      return read(in, resource);
    }
  }

  static String resource(String name) {
    return FOLDER + name + ".pfn";
  }

  /** Reads and verifies; {@code where} names the source in messages. */
  static ModelFile read(InputStream in, String where) throws IOException {
    try {
      return parse(StoredZip.read(in.readAllBytes()));
    } catch (ModelFileException e) {
      throw new ModelFileException("%s: %s".formatted(where, e.getMessage()), e);
    }
  }

  /** Writes the file; not atomic. The same model gives the same bytes. */
  public void write(Path file) throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    entries.put(MANIFEST, ManifestJson.write(manifest).getBytes(UTF_8));
    entries.put(WEIGHTS, bytes(weights));
    entries.put(ENCODE, encode);
    entries.put(DECODE, decode);
    try (OutputStream out = Files.newOutputStream(file)) {
      StoredZip.write(entries, out);
    }
  }

  public Manifest manifest() {
    return manifest;
  }

  /** The borders of the network's buckets. */
  public double[] borders() {
    return Floats.widened(weights.values("borders"));
  }

  public Safetensors weights() {
    return weights;
  }

  /** A graph of this file, {@link #ENCODE} or {@link #DECODE}. */
  byte[] graph(String entry) {
    return entry.equals(ENCODE) ? encode : decode;
  }

  private static ModelFile parse(Map<String, byte[]> entries) throws ModelFileException {
    for (String name : entries.keySet()) {
      if (!ENTRIES.contains(name)) {
        throw new ModelFileException(
            "expected a model file with the entries %s but it holds %s".formatted(ENTRIES, name));
      }
    }
    Manifest manifest = ManifestJson.read(new String(entry(entries, MANIFEST), UTF_8));
    byte[] encode = verified(manifest, entries, ENCODE);
    byte[] decode = verified(manifest, entries, DECODE);
    Safetensors weights = Safetensors.parse(verified(manifest, entries, WEIGHTS));
    try {
      new WeightLayout(manifest.network()).check(weights);
    } catch (IllegalArgumentException e) {
      throw new ModelFileException("the manifest is wrong: " + e.getMessage(), e);
    }
    return new ModelFile(manifest, weights, encode, decode);
  }

  private static byte[] entry(Map<String, byte[]> entries, String name) throws ModelFileException {
    byte[] content = entries.get(name);
    if (content == null) {
      throw new ModelFileException(
          "expected a model file with the entries %s but %s is missing".formatted(ENTRIES, name));
    }
    return content;
  }

  private static byte[] verified(Manifest manifest, Map<String, byte[]> entries, String name)
      throws ModelFileException {
    byte[] content = entry(entries, name);
    String expected = manifest.sha256().get(name);
    String actual = sha256(content);
    if (!actual.equals(expected)) {
      throw new ModelFileException(
          "expected the SHA-256 %s for %s but it is %s; the file was changed or damaged"
              .formatted(expected, name, actual));
    }
    if (!name.equals(WEIGHTS) && !manifest.graphWeights().containsKey(name)) {
      throw new ModelFileException(
          "expected %s among the \"graph_weights\" of the manifest".formatted(name));
    }
    return content;
  }

  private static String sha256(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  private static byte[] bytes(Safetensors weights) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      weights.write(out);
    } catch (IOException e) {
      throw new AssertionError("memory can be written", e);
    }
    return out.toByteArray();
  }
}
