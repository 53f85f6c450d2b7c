package dev.leadline.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * A lock of the operating system that ends with its process, however that ends. Not thread-safe.
 *
 * <p>Every process of the same kernel sees it, also those in other containers that see other
 * process ids. Elsewhere nobody does, so the file says which kernel it is of.
 */
final class SessionLock {

  /* SQLite's own file cannot carry the lock, nor can one file carry those of several sessions:
  closing any other handle of a file drops all locks that a process has on it. */

  private final Path path;
  private final FileChannel channel;

  private SessionLock(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /** Locks a new file; empty if the file system knows no locks. */
  static Optional<SessionLock> take(Path path, Worker self) {
    try {
      FileChannel channel =
          FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      SessionLock session = new SessionLock(path, channel);
      try {
        FileLock lock = channel.tryLock();
        if (lock != null) {
          channel.write(ByteBuffer.wrap(identity(self).getBytes(StandardCharsets.UTF_8)));
          return Optional.of(session);
        }
      } catch (IOException e) {
        // A file system without locks, or a full one: signs of life decide.
      }
      session.release();
      return Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Whether the session of a lock is dead for sure, as far as this process can see. */
  static boolean isDead(Path path, Worker self) {
    try {
      if (!Files.exists(path)) {
        return false;
      }
      String identity = Files.readString(path);
      // A process must not probe its own locks: that drops them.
      return !identity.equals(identity(self))
          && identity.startsWith(self.kernel() + "\n")
          && isFree(path);
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether nobody has the lock; of no value on a file system without locks. */
  static boolean isFree(Path path) {
    if (!Files.exists(path)) {
      return true;
    }
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      return lock != null;
    } catch (OverlappingFileLockException | IOException e) {
      return false;
    }
  }

  /** Releases the lock and removes the file. */
  void release() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      // An old lock file does no harm.
    }
    abandon();
  }

  /** Releases the lock as the end of the process does. */
  void abandon() {
    try {
      channel.close();
    } catch (IOException e) {
      // Nothing of value was written to it.
    }
  }

  private static String identity(Worker worker) {
    return "%s\n%s\n%d\n%d\n"
        .formatted(worker.kernel(), worker.host(), worker.pid(), worker.started());
  }
}
