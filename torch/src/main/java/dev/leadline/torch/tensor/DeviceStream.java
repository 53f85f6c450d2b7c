package dev.leadline.torch.tensor;

import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.pytorch.DeviceGuardImplInterface;
import org.bytedeco.pytorch.Stream;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * An own queue of work on a device, so that one thread's work overlaps another's.
 *
 * <p>On a CPU it does nothing. It belongs to the thread that enters it.
 */
public final class DeviceStream implements AutoCloseable {

  /* A CUDA stream from libtorch's pool, reached through the device-neutral guard, so that no CUDA classes are needed. Its
   * work goes before that of the common queue: chains of small kernels would otherwise wait for large ones at every link.
   * The allocator hands memory of a freed tensor to the stream it came from; await() therefore also notes the use on the
   * reader's stream. */

  private final Device device;
  private final @Nullable Stream stream;

  public DeviceStream(Device device) {
    this.device = device;
    if (device == Device.CPU) {
      stream = null;
    } else {
      try (TensorScope scope = new TensorScope()) {
        stream = device.guard().getStreamFromGlobalPool(device.handle(), true);
        stream.retainReference();
      }
    }
  }

  /** Sends the work of the calling thread down this stream from now on. */
  public void enter() {
    if (stream != null) {
      try (TensorScope scope = new TensorScope()) {
        device.guard().exchangeStream(stream);
      }
    }
  }

  /** The point in this stream that is reached when all work sent so far is done. */
  public Mark mark() {
    return new Mark();
  }

  @Override
  public void close() {
    if (stream != null) {
      stream.releaseReference();
    }
  }

  /** A point in a stream that other threads' work can wait for. */
  public final class Mark implements AutoCloseable {

    private final @Nullable PointerPointer<Pointer> event;

    private Mark() {
      if (stream == null) {
        event = null;
        return;
      }
      try (TensorScope scope = new TensorScope()) {
        event = new PointerPointer<>(1);
        event.put(0, (Pointer) null);
        event.retainReference();
        device.guard().record(event, stream, (byte) 0, torch.EventFlag.PYTORCH_DEFAULT);
      }
    }

    /** Lets the calling thread's later device work wait here, and use the tensors after. */
    public void await(Iterable<Tensor> tensors) {
      if (event == null) {
        return;
      }
      try (TensorScope scope = new TensorScope()) {
        DeviceGuardImplInterface guard = device.guard();
        Stream reader = guard.getStream(device.handle());
        guard.block(event.get(), reader);
        for (Tensor tensor : tensors) {
          tensor.handle.record_stream(reader);
        }
      }
    }

    @Override
    public void close() {
      if (event != null) {
        try (TensorScope scope = new TensorScope()) {
          device.guard().destroyEvent(event.get(), (byte) 0);
        }
        event.releaseReference();
      }
    }
  }
}
