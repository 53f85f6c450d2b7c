package dev.leadline.pfn;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxTensorLike;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** The two graphs of a model, opened on the same weights. Thread-safe. */
final class Graphs implements AutoCloseable {

  /* The weights live outside the Java heap as long as the sessions do; runs share a lock that closing takes alone. Threads do
   * not spin while they wait: what is being tuned often runs on the same cores, and predictions were four times slower. So a
   * thread is woken for every product of matrices, which hundreds of observations are worth and a dozen candidates are not. */

  private static final int DECODING_THREADS = 1;

  private final OrtEnvironment environment;
  private final Map<String, OnnxTensorLike> weights = new LinkedHashMap<>();
  private final OrtSession encode;
  private final OrtSession decode;
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private boolean closed;

  Graphs(ModelFile file, int threads) throws OrtException, IOException {
    this.environment = OnnxLibraries.load();
    for (String name : file.weights().names()) {
      weights.put(name, tensor(file.weights().values(name), shape(file.weights().shape(name))));
    }
    this.encode = openOrRelease(file, ModelFile.ENCODE, threads);
    this.decode = openOrRelease(file, ModelFile.DECODE, DECODING_THREADS, encode);
  }

  /** Encodes a context; the caller closes the result, which decoding reads. */
  OrtSession.Result encode(Map<String, OnnxTensor> inputs) throws OrtException {
    return run(encode, inputs);
  }

  OrtSession.Result decode(Map<String, OnnxTensor> inputs) throws OrtException {
    return run(decode, inputs);
  }

  OnnxTensor tensor(float[] values, long... shape) throws OrtException {
    FloatBuffer buffer =
        ByteBuffer.allocateDirect(values.length * Float.BYTES)
            .order(ByteOrder.nativeOrder())
            .asFloatBuffer()
            .put(values)
            .flip();
    return OnnxTensor.createTensor(environment, buffer, shape);
  }

  @Override
  public void close() {
    Lock alone = lock.writeLock();
    alone.lock();
    try {
      if (!closed) {
        closed = true;
        encode.close();
        decode.close();
        weights.values().forEach(OnnxTensorLike::close);
      }
    } catch (OrtException e) {
      throw new IllegalStateException("the runtime could not close the model", e);
    } finally {
      alone.unlock();
    }
  }

  private OrtSession.Result run(OrtSession session, Map<String, OnnxTensor> inputs)
      throws OrtException {
    Lock shared = lock.readLock();
    shared.lock();
    try {
      if (closed) {
        throw new IllegalStateException("expected an open model but it is closed");
      }
      return session.run(inputs);
    } finally {
      shared.unlock();
    }
  }

  /** Opens a graph; if that fails, gives back what was opened before it. */
  private OrtSession openOrRelease(ModelFile file, String entry, int threads, OrtSession... opened)
      throws OrtException {
    try {
      return open(file, entry, threads);
    } catch (OrtException | RuntimeException e) {
      for (OrtSession session : opened) {
        session.close();
      }
      weights.values().forEach(OnnxTensorLike::close);
      throw e;
    }
  }

  private OrtSession open(ModelFile file, String entry, int threads) throws OrtException {
    Map<String, OnnxTensorLike> wanted = new HashMap<>(weights);
    wanted.keySet().retainAll(file.manifest().graphWeights().getOrDefault(entry, List.of()));
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(threads);
      options.setInterOpNumThreads(1);
      options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR);
      options.setMemoryPatternOptimization(false); // shapes change with every observation
      options.setCPUArenaAllocator(false); // it would keep the most that any shape has needed
      options.addConfigEntry("session.intra_op.allow_spinning", "0");
      options.addExternalInitializers(wanted);
      return environment.createSession(file.graph(entry), options);
    }
  }

  private static long[] shape(int[] shape) {
    return Arrays.stream(shape).asLongStream().toArray();
  }
}
