package dev.leadline.lab.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A part that another module adds at the end of a report; found by {@link java.util.ServiceLoader}.
 * Implementations are thread-safe.
 */
public interface ReportSection {

  /** The part as Markdown, empty where the records have nothing for it. */
  String render(Results results, List<Path> records, FigureFolder figures) throws IOException;
}
