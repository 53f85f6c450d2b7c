package dev.leadline.bench.runner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/**
 * Where and when a record was made.
 *
 * @param commit the revision of the source tree, or "unknown"
 * @param date ISO instant
 */
public record Environment(
    String jdk, String os, String cpu, int cores, String device, String commit, String date) {

  /** This machine, now. */
  public static Environment here(String device, InstantSource clock) {
    return new Environment(
        Runtime.version() + " " + System.getProperty("java.vendor"),
        System.getProperty("os.name") + " " + System.getProperty("os.arch"),
        cpuModel(),
        Runtime.getRuntime().availableProcessors(),
        device,
        headOf(Path.of("").toAbsolutePath()),
        clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
  }

  private static String cpuModel() {
    try (var lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown");
    } catch (IOException e) {
      return "unknown";
    }
  }

  /** Reads the head of the git repository that contains the folder, without running git. */
  static String headOf(Path folder) {
    for (Path at = folder; at != null; at = at.getParent()) {
      Path head = at.resolve(".git/HEAD");
      if (Files.isRegularFile(head)) {
        try {
          String text = Files.readString(head).strip();
          return text.startsWith("ref: ") ? reference(at.resolve(".git"), text.substring(5)) : text;
        } catch (IOException e) {
          return "unknown";
        }
      }
    }
    return "unknown";
  }

  private static String reference(Path git, String name) throws IOException {
    Path loose = git.resolve(name);
    if (Files.isRegularFile(loose)) {
      return Files.readString(loose).strip();
    }
    Path packed = git.resolve("packed-refs");
    if (Files.isRegularFile(packed)) {
      for (String line : Files.readAllLines(packed)) {
        if (line.endsWith(" " + name)) {
          return line.substring(0, line.indexOf(' '));
        }
      }
    }
    return "unknown";
  }
}
