package dev.leadline.storage;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;

/**
 * A process that may hold a study.
 *
 * @param host where it runs
 * @param pid its number there
 * @param started when it started, in milliseconds; tells it from a later process with its number
 */
public record Worker(String host, long pid, long started) {

  /** This process. */
  public static Worker self() {
    ProcessHandle self = ProcessHandle.current();
    return new Worker(hostName(), self.pid(), startOf(self));
  }

  /** Whether this worker, of this host, still runs. */
  boolean isRunningHere() {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .filter(process -> startOf(process) == started)
        .isPresent();
  }

  private static long startOf(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }
}
