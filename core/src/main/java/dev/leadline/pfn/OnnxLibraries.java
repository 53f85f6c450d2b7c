package dev.leadline.pfn;

import ai.onnxruntime.OrtEnvironment;
import dev.leadline.natives.NativeCache;
import java.io.IOException;
import java.net.URL;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** The native libraries of ONNX Runtime: unpacked into the user's cache before it is loaded. */
final class OnnxLibraries {

  private static final String DIRECTORY = "onnxruntime.native.path";

  private OnnxLibraries() {}

  /**
   * The runtime's environment, which is one for the whole process.
   *
   * @throws IOException if the libraries cannot be unpacked or loaded here; the message says what
   *     to do
   */
  static OrtEnvironment load() throws IOException {
    if (System.getProperty(DIRECTORY) == null) {
      List<URL> files = files(System.getProperty("os.name"), System.getProperty("os.arch"));
      if (!files.isEmpty()) {
        System.setProperty(DIRECTORY, NativeCache.ofUser().unpack("onnxruntime", files).toString());
      }
    }
    try {
      return OrtEnvironment.getEnvironment();
    } catch (LinkageError e) {
      throw refusal(e);
    }
  }

  /** A library belongs to the class loader that was the first to load it, in all of a process. */
  static IOException refusal(LinkageError error) {
    String reason = reason(error);
    String sentence =
        reason.contains("another classloader")
            ? "the network needs ONNX Runtime, which another class loader of this process has loaded (%s); let both use the same ai.onnxruntime classes, or use the strategy committee"
                .formatted(reason)
            : "the network needs ONNX Runtime, which cannot be loaded here (%s); check that %s can be written, or use the strategy committee"
                .formatted(reason, System.getProperty("java.io.tmpdir"));
    return new IOException(sentence, error);
  }

  /** Where the libraries are for a system, as the runtime's jar has them; nothing if unknown. */
  static List<URL> files(String system, String architecture) {
    String name = system.toLowerCase(Locale.ROOT);
    String os = name.contains("mac") ? "osx" : name.contains("win") ? "win" : "linux";
    String arch = Set.of("amd64", "x86_64").contains(architecture) ? "x64" : architecture;
    return Stream.of("onnxruntime", "onnxruntime4j_jni")
        .map(System::mapLibraryName)
        .map(file -> "/ai/onnxruntime/native/%s-%s/%s".formatted(os, arch, file))
        .map(OrtEnvironment.class::getResource)
        .filter(Objects::nonNull)
        .toList();
  }

  /** The innermost reason, which is the one that says what is missing. */
  private static String reason(Throwable error) {
    Throwable cause = error;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause.toString();
  }
}
