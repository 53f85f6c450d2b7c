package dev.leadline.torch.tensor;

import org.bytedeco.javacpp.PointerScope;
import org.jspecify.annotations.Nullable;

/**
 * The lifetime of the tensors made on this thread while it is open.
 *
 * <p>Scopes nest. Closing frees every tensor made inside except those that {@link #escape escaped}.
 * Not thread-safe; open and close on one thread with try-with-resources.
 */
public final class TensorScope implements AutoCloseable {

  private final @Nullable PointerScope outer = PointerScope.getInnerScope();
  private final PointerScope scope = new PointerScope();

  /** Hands the tensor over to the surrounding scope, which must exist. */
  public Tensor escape(Tensor tensor) {
    if (outer == null) {
      throw new IllegalStateException(
          "expected a surrounding scope to take the tensor: open one, or keep() the tensor");
    }
    outer.attach(tensor.handle);
    return tensor;
  }

  @Override
  public void close() {
    scope.close();
  }
}
