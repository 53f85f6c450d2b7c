package dev.leadline.app.execute;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads what a trial prints while it prints it, both streams in one. For use by one thread. */
final class OutputTail {

  private static final int MOST = 1 << 16;
  private static final List<String> FILES = List.of(TrialProcess.STDOUT, TrialProcess.STDERR);

  private final Path directory;
  private final long[] read = new long[FILES.size()];
  private final StringBuilder waiting = new StringBuilder();
  private long start;

  /**
   * @param directory of the attempt
   */
  OutputTail(Path directory) {
    this.directory = directory;
  }

  Path directory() {
    return directory;
  }

  /** How much was printed before what waits: characters, and bytes where they were left out. */
  int start() {
    return (int) Math.min(start, Integer.MAX_VALUE);
  }

  /** What was printed and not passed on yet, or the end of it. */
  String waiting() throws IOException {
    for (int i = 0; i < read.length; i++) {
      Path path = directory.resolve(FILES.get(i));
      if (Files.exists(path)) {
        readOn(path, i);
      }
    }
    passed(Math.max(0, waiting.length() - MOST));
    return waiting.toString();
  }

  /** So many characters need not wait any longer. */
  void passed(int length) {
    waiting.delete(0, length);
    start += length;
  }

  private void readOn(Path path, int i) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      long from = Math.max(read[i], file.length() - MOST);
      byte[] bytes = new byte[(int) Math.max(0, file.length() - from)];
      file.seek(from);
      file.readFully(bytes);
      int whole = whole(bytes);
      if (from > read[i]) {
        start += from - read[i];
        passed(waiting.length());
      }
      waiting.append(new String(bytes, 0, whole, StandardCharsets.UTF_8));
      read[i] = from + whole;
    }
  }

  /** Without a character at the end that has not been printed whole. */
  private static int whole(byte[] bytes) {
    int first = bytes.length - 1;
    while (first > bytes.length - 4 && first > 0 && (bytes[first] & 0xC0) == 0x80) {
      first--;
    }
    int length = first < 0 ? 0 : Integer.numberOfLeadingZeros(~(bytes[first] << 24));
    return length > bytes.length - first ? first : bytes.length;
  }
}
