package dev.leadline.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A Markdown table: the first columns hold names, the others numbers. Not thread-safe. */
public final class MarkdownTable {

  private final int names;
  private final List<String> notes;
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * @param names how many columns hold names
   * @param notes what a reader of the table must know, printed below it
   */
  public MarkdownTable(int names, List<String> header, List<String> notes) {
    this.names = names;
    this.notes = List.copyOf(notes);
    rows.add(List.copyOf(header));
  }

  public void add(List<String> row) {
    if (row.size() != rows.get(0).size()) {
      throw new IllegalArgumentException(
          "expected %d cells but got %s".formatted(rows.get(0).size(), row));
    }
    rows.add(List.copyOf(row));
  }

  public boolean isEmpty() {
    return rows.size() == 1;
  }

  /** The table under a heading and some lines of words; nothing if it has no rows. */
  public String under(String heading, String words) {
    return isEmpty() ? "" : "\n## %s\n\n%s\n%s".formatted(heading, words, this);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(line(rows.get(0)));
    text.append('|');
    for (int column = 0; column < rows.get(0).size(); column++) {
      text.append(column < names ? "---|" : "---:|");
    }
    text.append('\n');
    rows.stream().skip(1).forEach(row -> text.append(line(row)));
    notes.forEach(note -> text.append("\n**%s**\n".formatted(note)));
    return text.toString();
  }

  private static String line(List<String> cells) {
    return cells.stream().collect(Collectors.joining(" | ", "| ", " |\n"));
  }
}
