package dev.leadline.torch.gp;

import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * Some neighbouring tasks of a batch, worked on together.
 *
 * @param from the first of them
 * @param size how many they are
 */
record Chunk(long from, long size) {

  private static final long BYTES_CPU = 1L << 28;
  private static final long BYTES_CUDA = 1L << 32;

  /** All tasks of a batch, in chunks of bounded memory. */
  static List<Chunk> all(long tasks, long bytesPerTask, Device device) {
    long bytes = device == Device.CPU ? BYTES_CPU : BYTES_CUDA;
    long most = Math.max(1, Math.min(tasks, bytes / bytesPerTask));
    List<Chunk> chunks = new ArrayList<>();
    for (long from = 0; from < tasks; from += most) {
      chunks.add(new Chunk(from, Math.min(most, tasks - from)));
    }
    return chunks;
  }

  /** The part of a tensor (B, …) that belongs to these tasks. */
  Tensor of(Tensor batch) {
    return batch.narrow(0, from, size);
  }
}
