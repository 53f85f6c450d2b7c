package dev.leadline.pfn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnxruntime.OrtEnvironment;
import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.api.Test;

class OnnxLibrariesTest {

  /** As a web container or a notebook does that loads an application again. */
  @Test
  void secondClassLoader_isToldSo() throws Exception {
    OnnxLibraries.load();
    URL jar = OrtEnvironment.class.getProtectionDomain().getCodeSource().getLocation();
    try (URLClassLoader second =
        new URLClassLoader(new URL[] {jar}, ClassLoader.getPlatformClassLoader())) {
      assertThatThrownBy(() -> Class.forName(OrtEnvironment.class.getName(), true, second))
          .isInstanceOfSatisfying(
              LinkageError.class,
              error ->
                  assertThat(OnnxLibraries.refusal(error))
                      .hasMessageContaining("another class loader of this process has loaded")
                      .hasMessageNotContaining("can be written"));
    }
  }
}
