package dev.leadline.storage;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
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

  private static final int MARK_LENGTH = "xxxxxxxx-xxxx-xxxx".length();
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

  /** This process. */
  public static Worker self() {
    ProcessHandle self = ProcessHandle.current();
    long started = self.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    String host = hostName();
    return new Worker(host, self.pid(), started, kernel(host));
  }

  /** A session of this process, with a token of its own that {@link #isOwn} knows. */
  Claimant claimant(Duration patience) {
    UUID token = new UUID(mark(), UUID.randomUUID().getLeastSignificantBits());
    return new Claimant(token.toString(), "%s %d".formatted(host, pid), patience);
  }

  /** Whether the session with this token is one of this process. */
  boolean isOwn(String token) {
    return token.startsWith(new UUID(mark(), 0).toString().substring(0, MARK_LENGTH));
  }

  /** This process in a few lines, which no other one has. */
  String identity() {
    return "%s\n%s\n%d\n%d\n".formatted(kernel, host, pid, started);
  }

  /** Half of every token. */
  private long mark() {
    return UUID.nameUUIDFromBytes(identity().getBytes(StandardCharsets.UTF_8))
        .getMostSignificantBits();
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
