package dev.leadline.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A Markdown table: the first column holds names, the others numbers. Not thread-safe. */
final class MarkdownTable {

  private final List<List<String>> rows = new ArrayList<>();

  MarkdownTable(List<String> header) {
    rows.add(List.copyOf(header));
  }

  void add(List<String> row) {
    if (row.size() != rows.get(0).size()) {
      throw new IllegalArgumentException(
          "expected %d cells but got %s".formatted(rows.get(0).size(), row));
    }
    rows.add(List.copyOf(row));
  }

  boolean isEmpty() {
    return rows.size() == 1;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(line(rows.get(0)));
    text.append(
        rows.get(0).stream()
            .skip(1)
            .map(cell -> "---:|")
            .collect(Collectors.joining("", "|---|", "\n")));
    rows.stream().skip(1).forEach(row -> text.append(line(row)));
    return text.toString();
  }

  private static String line(List<String> cells) {
    return cells.stream().collect(Collectors.joining(" | ", "| ", " |\n"));
  }
}
