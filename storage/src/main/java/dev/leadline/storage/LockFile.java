package dev.leadline.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A lock of the operating system on a file beside a study. Not thread-safe.
 *
 * <p>It ends with its process however that ends, and it is seen by every process of the same
 * kernel, also by those in other containers that see other process ids.
 */
final class LockFile {

  /* SQLite's own file cannot carry the lock: closing any other handle of a file drops the locks a
  process has on it. All of this happens inside a writing transaction of the study, so nobody opens
  the file between its deletion and the release of the lock. */

  private final Path path;
  private final FileChannel channel;
  private final @Nullable FileLock lock;

  private LockFile(Path path, FileChannel channel, @Nullable FileLock lock) {
    this.path = path;
    this.channel = channel;
    this.lock = lock;
  }

  /** Locks the study, unless another process has it locked. */
  static Optional<LockFile> take(Path study) {
    Path path = study.resolveSibling(study.getFileName() + ".lock");
    try {
      FileChannel channel =
          FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      try {
        FileLock lock = channel.tryLock();
        if (lock != null) {
          return Optional.of(new LockFile(path, channel, lock));
        }
      } catch (OverlappingFileLockException e) {
        // Another part of this process holds the study.
      } catch (IOException e) {
        return Optional.of(new LockFile(path, channel, null));
      }
      channel.close();
      return Optional.empty();
    } catch (IOException e) {
      throw StorageException.unwritable(study);
    }
  }

  /** Whether the file system knows locks: if not, only signs of life tell who holds the study. */
  boolean isReal() {
    return lock != null;
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
      // Nothing was written to it, so nothing is lost.
    }
  }
}
