package dev.leadline.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The program of this build as a process of its own: the classes under test, started fast. */
public final class ThisBuild {

  private ThisBuild() {}

  public static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /**
   * The words that start it.
   *
   * @param heap the most memory for objects, such as 160m
   */
  public static List<String> command(String heap, String... arguments) {
    List<String> words = new ArrayList<>();
    words.add(java());
    words.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
    words.addAll(List.of("-Xmx" + heap, "-cp", System.getProperty("java.class.path")));
    words.add("dev.leadline.app.Leadline");
    words.addAll(List.of(arguments));
    return words;
  }

  /** A script in a directory that starts it, for programs that call the launcher. */
  static Path launcher(Path directory) throws IOException {
    Path script = directory.resolve("leadline");
    Files.writeString(
        script, "#!/bin/sh\nexec '" + String.join("' '", command("160m")) + "' \"$@\"\n");
    if (!script.toFile().setExecutable(true)) {
      throw new IOException("expected to make " + script + " executable but could not");
    }
    return script;
  }
}
