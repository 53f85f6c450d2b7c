package dev.leadline.torch.tensor;

import org.bytedeco.javacpp.Pointer;

/** The memory this process really occupies, native memory included. */
public final class ResidentMemory {

  private ResidentMemory() {}

  public static long bytes() {
    return Pointer.physicalBytes();
  }
}
