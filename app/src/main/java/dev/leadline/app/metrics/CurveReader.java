package dev.leadline.app.metrics;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the reports of one trial as its command prints them. For use by one thread. */
public final class CurveReader {

  private static final int CHUNK = 1 << 16;
  private static final int LONGEST = 1 << 20;

  private final int trial;
  private final Path file;
  private CurveSource source;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private long read;
  private int step;

  /**
   * @param file what the command prints to
   */
  public CurveReader(int trial, Path file, CurveSource source) {
    this.trial = trial;
    this.file = file;
    this.source = source;
  }

  /** The reports in whole lines that were printed since the last call. */
  public List<CurveSource.Point> next() throws IOException {
    List<CurveSource.Point> reports = new ArrayList<>();
    try (RandomAccessFile printed = new RandomAccessFile(file.toFile(), "r")) {
      printed.seek(read);
      byte[] bytes = new byte[CHUNK];
      for (int count = printed.read(bytes); count > 0; count = printed.read(bytes)) {
        read += count;
        for (int i = 0; i < count; i++) {
          take(bytes[i]).ifPresent(reports::add);
        }
      }
    }
    return reports;
  }

  private Optional<CurveSource.Point> take(byte next) {
    if (next != '\n' && next != '\r') {
      if (line.size() < LONGEST) { // the rest of a longer one is not looked at
        line.write(next);
      }
      return Optional.empty();
    }
    String text = line.toString(StandardCharsets.UTF_8);
    Optional<CurveSource.Point> report = source.read(trial, text, step);
    source = source.after(text);
    line.reset();
    report.ifPresent(found -> step = found.step());
    return report;
  }
}
