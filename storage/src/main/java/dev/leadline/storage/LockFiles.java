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
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The locks beside a study file: one for each session of this process, and one that says whose turn
 * it is to suggest. Thread-safe.
 *
 * <p>A lock ends with its process, however that ends. Every process of the same kernel sees it,
 * also in other containers. Elsewhere nobody does, so the file of a session says its kernel. Where
 * the file system knows no locks, claims run out and everybody has a turn at any time.
 */
final class LockFiles implements AutoCloseable {

  /* A process loses its locks on a file when it closes any handle of that file. So these files are
  opened here and nowhere else, each session has one of its own, SQLite's file cannot carry the locks,
  and a session of this process is known by its token: nobody opens its file to look. */

  private static final long PAUSE_MILLIS = 2;

  private final Path study;
  private final Worker self;
  private final Map<String, FileChannel> sessions = new ConcurrentHashMap<>();
  private final ReentrantLock turn = new ReentrantLock();

  LockFiles(Path study, Worker self) {
    this.study = study;
    this.self = self;
  }

  /** Locks the new file of a session of this process. */
  void begin(String token) {
    FileChannel channel = null;
    try {
      channel = create(beside(token));
      if (channel.tryLock() != null) {
        channel.write(ByteBuffer.wrap(self.identity().getBytes(StandardCharsets.UTF_8)));
        sessions.put(token, channel);
        return;
      }
    } catch (IOException e) {
      // A file system without locks, or a full one: signs of life decide.
    }
    delete(beside(token));
    close(channel);
  }

  /** Removes the file of a session, and then its lock. */
  void end(String token) {
    FileChannel channel = sessions.remove(token);
    if (channel != null) {
      delete(beside(token));
      close(channel);
    }
  }

  /** Whether the process of a session is dead for sure, as far as this one can see. */
  boolean isDead(String token) {
    Path path = beside(token);
    try {
      return !self.isOwn(token)
          && Files.exists(path)
          && Files.readString(path).startsWith(self.kernel() + "\n")
          && isFree(path);
    } catch (IOException e) {
      return false;
    }
  }

  /** Waits until no other session has its turn; see {@link StudyStore#turn}. */
  StudyStore.Turn turn() {
    turn.lock();
    FileChannel channel = waitForTurn();
    return () -> {
      close(channel);
      turn.unlock();
    };
  }

  /** Drops the locks as the end of the process does. */
  @Override
  public void close() {
    sessions.values().forEach(LockFiles::close);
    delete(beside("turn")); // who has it open finishes its turn
  }

  private Path beside(String token) {
    return study.resolveSibling("%s.%s.lock".formatted(study.getFileName(), token));
  }

  /** Opened for each turn anew, so that a handle is never closed during the turn of another. */
  private @Nullable FileChannel waitForTurn() {
    FileChannel channel = null;
    try {
      channel = create(beside("turn"));
      while (true) {
        try {
          FileLock unused = channel.lock();
          return channel;
        } catch (OverlappingFileLockException e) {
          Thread.sleep(PAUSE_MILLIS); // another session of this process has its turn
        }
      }
    } catch (IOException e) {
      return channel;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return channel;
    }
  }

  private static boolean isFree(Path path) {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      return lock != null;
    } catch (OverlappingFileLockException | IOException e) {
      return false;
    }
  }

  private static FileChannel create(Path path) throws IOException {
    return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      // An old lock file does no harm.
    }
  }

  private static void close(@Nullable FileChannel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      // Nothing of value was written to it.
    }
  }
}
