package dev.leadline.storage;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * A process that may hold a study. Immutable and thread-safe.
 *
 * @param host where it runs, for display
 * @param pid its number there, for display: containers number their processes anew
 * @param started when it started, in milliseconds
 * @param kernel what tells the running kernel from all others: its processes see the same locks
 */
public record Worker(String host, long pid, long started, String kernel) {

  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

  /** This process. */
  public static Worker self() {
    ProcessHandle self = ProcessHandle.current();
    long started = self.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    String host = hostName();
    return new Worker(host, self.pid(), started, kernel(host));
  }

  /** A session of this process, with a token of its own. */
  Claimant claimant(Duration patience) {
    return new Claimant(UUID.randomUUID().toString(), "%s %d".formatted(host, pid), patience);
  }

  private static String kernel(String host) {
    try {
      return Files.readString(BOOT_ID).strip();
    } catch (IOException e) {
      return host; // no Linux
    }
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }
}
