package dev.leadline.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A file whose lock says whose turn it is among the processes of one kernel. Thread-safe.
 *
 * <p>Where it does not work, everybody has a turn at any time.
 */
final class TurnFile implements AutoCloseable {

  private static final long PAUSE_MILLIS = 2;

  private final Path path;
  private @Nullable FileChannel channel;

  TurnFile(Path path) {
    this.path = path;
  }

  synchronized <T> T take(Supplier<T> work) {
    FileLock lock = lock();
    try {
      return work.get();
    } finally {
      release(lock);
    }
  }

  @Override
  public synchronized void close() {
    try {
      if (channel != null) {
        channel.close();
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      // An old file does no harm.
    }
  }

  private @Nullable FileLock lock() {
    try {
      if (channel == null || !channel.isOpen()) {
        channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      }
      while (true) {
        try {
          return channel.lock();
        } catch (OverlappingFileLockException e) {
          Thread.sleep(PAUSE_MILLIS); // another session of this process has its turn
        }
      }
    } catch (IOException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  private static void release(@Nullable FileLock lock) {
    try {
      if (lock != null) {
        lock.release();
      }
    } catch (IOException e) {
      // It went with its file.
    }
  }
}
