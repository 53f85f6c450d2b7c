package dev.leadline.app;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Serial;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Standard output or standard error, which remembers the first write that failed. Thread-safe. */
final class StandardStream extends OutputStream {

  /* A PrintStream or PrintWriter swallows what goes wrong below it, so a full disk looks like
  success. A reader that has gone away is told from a disk that is full by the system's own words,
  which is all that Java lets us see; it ends the command, as the signal of the system that Java
  ignores ends other programs. */

  /** Nobody reads what is written, as behind {@code | head}; picocli would print an exception. */
  static final class ReaderGone extends Error {

    @Serial private static final long serialVersionUID = 1L;
  }

  private final OutputStream below;
  private @Nullable IOException failure;

  StandardStream(OutputStream below) {
    this.below = below;
  }

  static StandardStream out() {
    return new StandardStream(new FileOutputStream(FileDescriptor.out));
  }

  static StandardStream err() {
    return new StandardStream(new FileOutputStream(FileDescriptor.err));
  }

  /** A writer that flushes every line. */
  PrintWriter writer() {
    return new PrintWriter(new OutputStreamWriter(this, StandardCharsets.UTF_8), true);
  }

  @Override
  public void write(int octet) throws IOException {
    write(new byte[] {(byte) octet}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      below.write(bytes, offset, length);
    } catch (IOException e) {
      if (String.valueOf(e.getMessage()).contains("Broken pipe")) {
        throw new ReaderGone();
      }
      if (failure == null) {
        failure = e;
      }
      throw e;
    }
  }

  /** What the first failed write said; nothing of one that nobody could have read. */
  synchronized Optional<String> failure() {
    return Optional.ofNullable(failure).filter(e -> !isClosed(e)).map(IOException::getMessage);
  }

  /** Whether something could not be written. */
  synchronized boolean hasFailed() {
    return failure != null;
  }

  private static boolean isClosed(IOException e) {
    return String.valueOf(e.getMessage()).contains("Bad file descriptor");
  }
}
