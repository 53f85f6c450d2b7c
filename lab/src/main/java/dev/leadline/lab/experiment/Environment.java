package dev.leadline.lab.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/**
 * Where and when a record was made.
 *
 * @param commit the revision of the source tree, or "unknown"
 * @param tree whether the sources were what the commit says
 * @param date ISO instant
 */
public record Environment(
    String jdk,
    String os,
    String cpu,
    int cores,
    String device,
    String commit,
    SourceTree.State tree,
    String date) {

  /** This machine, now. */
  public static Environment here(String device, InstantSource clock) {
    SourceTree sources = SourceTree.of(Path.of("").toAbsolutePath(), System.getenv());
    return new Environment(
        Runtime.version() + " " + System.getProperty("java.vendor"),
        System.getProperty("os.name") + " " + System.getProperty("os.arch"),
        cpuModel(),
        Runtime.getRuntime().availableProcessors(),
        device,
        sources.commit(),
        sources.state(),
        clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
  }

  /** For readers of a table that was measured here. */
  public String sentence() {
    return "Measured on %s, %d cores, device %s, %.10s, %s."
        .formatted(cpu, cores, device, date, new SourceTree(commit, tree).words());
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
}
