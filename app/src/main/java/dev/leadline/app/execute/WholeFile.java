package dev.leadline.app.execute;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** Files that are there whole or not at all, whatever happens while they are written. */
final class WholeFile {

  private WholeFile() {}

  /** Writes the text as UTF-8; a file of that name is replaced at once. */
  static void write(Path file, String text) throws IOException {
    // A name that nobody has: conf.tmp beside conf may well be a file of the user's.
    Path draft = file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID() + ".tmp");
    try {
      Files.writeString(draft, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
  }
}
