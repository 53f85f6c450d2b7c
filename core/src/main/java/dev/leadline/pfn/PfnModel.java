package dev.leadline.pfn;

import ai.onnxruntime.OrtException;
import dev.leadline.surrogate.Buckets;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A pre-trained network, verified and ready to predict. Thread-safe; close it when nobody predicts
 * any more.
 */
public final class PfnModel implements AutoCloseable {

  /** The number of threads that read the observations together unless said otherwise. */
  public static final int DEFAULT_THREADS = 2;

  private final ModelFile file;
  private final Buckets buckets;
  private final Graphs graphs;

  private PfnModel(ModelFile file, Buckets buckets, Graphs graphs) {
    this.file = file;
    this.buckets = buckets;
    this.graphs = graphs;
  }

  /**
   * Loads and verifies a model file.
   *
   * @throws ModelFileException if the file is wrong, cut, foreign or does not match its hashes
   */
  public static PfnModel load(Path file) throws IOException {
    return load(file, DEFAULT_THREADS);
  }

  /** As {@link #load(Path)}, with this many threads to read the observations. */
  public static PfnModel load(Path file, int threads) throws IOException {
    return open(ModelFile.read(file), threads, file.toString());
  }

  /**
   * Loads a model that comes with the library.
   *
   * @param name the name of its file without the ending, such as {@code default}
   * @throws ModelFileException if there is no such model on the class path, or it is damaged
   */
  public static PfnModel shipped(String name) throws IOException {
    return shipped(name, DEFAULT_THREADS);
  }

  /** The names of the models on the class path. */
  public static List<String> shippedNames() {
    ClassLoader loader = PfnModel.class.getClassLoader();
    try (InputStream in = loader.getResourceAsStream(ModelFile.FOLDER + "index.txt")) {
      return in == null
          ? List.of()
          : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("the list of shipped models cannot be read", e);
    }
  }

  /** Whether a model of this name is on the class path. */
  public static boolean ships(String name) {
    return PfnModel.class.getClassLoader().getResource(ModelFile.resource(name)) != null;
  }

  /** As {@link #shipped(String)}, with this many threads to read the observations. */
  public static PfnModel shipped(String name, int threads) throws IOException {
    return open(ModelFile.shipped(name), threads, name);
  }

  public Manifest manifest() {
    return file.manifest();
  }

  /** The network as a surrogate; it lives as long as this model. */
  public PfnSurrogate surrogate() {
    return new PfnSurrogate(this);
  }

  /** The facts a user wants to see, from a heading to its value, in order. */
  public Map<String, String> describe() {
    Map<String, String> facts = new LinkedHashMap<>(manifest().describe());
    long parameters = 0;
    for (String name : file.weights().names()) {
      parameters += file.weights().size(name);
    }
    facts.put("parameters", Long.toString(parameters));
    return facts;
  }

  Buckets buckets() {
    return buckets;
  }

  Graphs graphs() {
    return graphs;
  }

  @Override
  public void close() {
    graphs.close();
  }

  private static PfnModel open(ModelFile file, int threads, String where)
      throws ModelFileException {
    if (threads < 1) {
      throw new IllegalArgumentException("expected at least 1 thread but was " + threads);
    }
    try {
      Buckets buckets = new Buckets(file.borders());
      return new PfnModel(file, buckets, new Graphs(file, threads));
    } catch (IllegalArgumentException e) {
      throw new ModelFileException("%s: %s".formatted(where, e.getMessage()), e);
    } catch (OrtException e) {
      throw new ModelFileException(
          "%s: the runtime refuses its graphs: %s".formatted(where, e.getMessage()), e);
    } catch (IOException e) {
      throw new ModelFileException(String.valueOf(e.getMessage()), e);
    }
  }
}
