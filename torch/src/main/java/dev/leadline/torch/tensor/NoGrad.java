package dev.leadline.torch.tensor;

import org.bytedeco.pytorch.NoGradGuard;

/**
 * A stretch of code on this thread in which no gradients are recorded.
 *
 * <p>Must be closed on the thread that opened it; use try-with-resources only.
 */
public final class NoGrad implements AutoCloseable {

  private final NoGradGuard guard = new NoGradGuard();

  @Override
  public void close() {
    guard.close();
  }
}
