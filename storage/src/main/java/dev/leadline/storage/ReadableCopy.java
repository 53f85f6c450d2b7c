package dev.leadline.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;

/** A copy of a study and its log in a directory for temporary files. Not thread-safe. */
record ReadableCopy(Path directory) implements AutoCloseable {

  private static final int PATIENCE = 5;
  private static final String LOG = "-wal";

  /** Copies a study that nobody writes meanwhile. */
  static ReadableCopy of(Path study) {
    try {
      ReadableCopy copy = new ReadableCopy(Files.createTempDirectory("leadline-read"));
      Path log = log(study);
      for (int i = 0; i < PATIENCE; i++) {
        List<Object> before = state(study);
        Files.write(copy.file(), Files.readAllBytes(study));
        Files.write(copy.log(), Files.exists(log) ? Files.readAllBytes(log) : new byte[0]);
        if (before.equals(state(study))) {
          return copy;
        }
      }
      copy.close();
      throw new StorageException(
          "%s is being written all the time; try again when it is quiet".formatted(study));
    } catch (IOException e) {
      throw new StorageException(
          "%s cannot be read (%s); check that it is a file you may read and that there is space for temporary files"
              .formatted(study, e.getMessage()));
    }
  }

  Path file() {
    return directory.resolve("study.db");
  }

  @Override
  public void close() {
    for (Path path : List.of(file(), log(), directory.resolve("study.db-shm"), directory)) {
      try {
        Files.deleteIfExists(path);
      } catch (IOException e) {
        // The system cleans up its directory for temporary files.
      }
    }
  }

  /** Where the log of a study lies while somebody has it open. */
  static Path log(Path study) {
    return study.resolveSibling(study.getFileName() + LOG);
  }

  /** What differs once a study was written. */
  static List<Object> state(Path study) {
    try {
      return List.of(version(study), version(log(study)));
    } catch (IOException e) {
      throw new StorageException(
          "%s cannot be read (%s); check that it is a file you may read"
              .formatted(study, e.getMessage()));
    }
  }

  private Path log() {
    return directory.resolve("study.db" + LOG);
  }

  private static List<Object> version(Path file) throws IOException {
    return Files.exists(file)
        ? List.of(Files.size(file), Files.getLastModifiedTime(file))
        : List.of(0L, FileTime.fromMillis(0));
  }
}
