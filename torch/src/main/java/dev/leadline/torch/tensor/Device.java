package dev.leadline.torch.tensor;

import java.util.Locale;
import org.bytedeco.pytorch.DeviceGuardImplInterface;
import org.bytedeco.pytorch.global.torch;

/** Where a tensor lives and is computed. */
public enum Device {
  CPU,
  CUDA;

  /** Whether tensors can be made here on this machine. */
  public boolean isAvailable() {
    return this == CPU || torch.cuda_is_available();
  }

  /**
   * The device of this name.
   *
   * @param name {@code cpu} or {@code cuda}
   * @throws IllegalArgumentException if there is no such device, or not on this machine
   */
  public static Device named(String name) {
    Device device =
        switch (name.toLowerCase(Locale.ROOT)) {
          case "cpu" -> CPU;
          case "cuda" -> CUDA;
          default ->
              throw new IllegalArgumentException(
                  "expected device cpu or cuda but got '%s'".formatted(name));
        };
    if (!device.isAvailable()) {
      throw new IllegalArgumentException(
          "device cuda was asked for but no CUDA device is usable here: use --device cpu, or run on"
              + " a host with an NVIDIA driver and the -gpu build of libtorch");
    }
    return device;
  }

  /**
   * Bounds the threads that one operation on the CPU uses; a process-wide setting of libtorch. Best
   * set to one where several threads compute at the same time.
   */
  public static void limitThreads(int threads) {
    torch.set_num_threads(threads);
  }

  /**
   * Chooses attention kernels whose cost does not depend on having seen the shape before.
   *
   * <p>One of the fused kernels plans anew for every shape; the choice holds for the whole process.
   */
  public void preferShapeFreeAttention() {
    if (this == CUDA) {
      torch.globalContext().setSDPUseCuDNN(false);
    }
  }

  /** What libtorch can do with streams and events here. */
  DeviceGuardImplInterface guard() {
    return torch.getDeviceGuardImpl(this == CPU ? torch.DeviceType.CPU : torch.DeviceType.CUDA);
  }

  org.bytedeco.pytorch.Device handle() {
    return new org.bytedeco.pytorch.Device(
        this == CPU ? torch.DeviceType.CPU : torch.DeviceType.CUDA);
  }
}
