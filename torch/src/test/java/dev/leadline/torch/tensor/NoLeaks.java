package dev.leadline.torch.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** Fails a test that leaves more native objects behind than it found. */
public final class NoLeaks implements BeforeEachCallback, AfterEachCallback {

  private static final Namespace NAMESPACE = Namespace.create(NoLeaks.class);

  @Override
  public void beforeEach(ExtensionContext context) {
    Device.CPU.isAvailable();
    context.getStore(NAMESPACE).put("count", Pointer.totalCount());
  }

  @Override
  public void afterEach(ExtensionContext context) {
    Long before = context.getStore(NAMESPACE).remove("count", Long.class);
    assertThat(Pointer.totalCount())
        .as("native objects alive after the test; make tensors inside a TensorScope")
        .isLessThanOrEqualTo(before == null ? 0 : before);
  }
}
