package dev.leadline.storage.problem;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Comma-separated values (RFC 4180). For one text, on one thread. */
public final class Csv {

  /**
   * One cell. Immutable and thread-safe.
   *
   * @param isQuoted whether it stood in quotes, which tells an empty text from none
   */
  public record Cell(String text, boolean isQuoted) {

    /** A cell in which nothing stands. */
    public static final Cell MISSING = new Cell("", false);

    public boolean isMissing() {
      return equals(MISSING);
    }

    /** As it stands in a line; without a text nothing does. */
    public static String format(@Nullable String text) {
      if (text == null) {
        return "";
      }
      return text.isEmpty() || text.matches("(?s).*[\",\r\n].*")
          ? '"' + text.replace("\"", "\"\"") + '"'
          : text;
    }
  }

  private final String name;
  private final String text;
  private int at;
  private int line = 1;

  private Csv(String name, String text) {
    this.name = name;
    this.text = text;
  }

  /**
   * The rows, blank lines left out.
   *
   * @param name what complaints call it
   * @throws InputException if a quote is not closed or stands where none may
   */
  public static List<List<Cell>> rows(String name, String text) {
    Csv csv = new Csv(name, text.startsWith("\uFEFF") ? text.substring(1) : text);
    List<List<Cell>> rows = new ArrayList<>();
    while (csv.at < csv.text.length()) {
      List<Cell> row = csv.row();
      if (!row.equals(List.of(Cell.MISSING))) {
        rows.add(row);
      }
    }
    return rows;
  }

  private List<Cell> row() {
    List<Cell> fields = new ArrayList<>();
    fields.add(field());
    while (accept(",")) {
      fields.add(field());
    }
    if (at < text.length() && !accept("\r\n") && !accept("\n") && !accept("\r")) {
      throw new InputException(name + ":" + line, "expected a comma after a closing quote");
    }
    line++;
    return List.copyOf(fields);
  }

  private Cell field() {
    if (accept("\"")) {
      return new Cell(quoted(), true);
    }
    int start = at;
    while (at < text.length() && ",\r\n".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return new Cell(text.substring(start, at), false);
  }

  private String quoted() {
    StringBuilder field = new StringBuilder();
    int opened = line;
    while (at < text.length()) {
      if (accept("\"\"")) {
        field.append('"');
      } else if (accept("\"")) {
        return field.toString();
      } else {
        line += text.charAt(at) == '\n' ? 1 : 0;
        field.append(text.charAt(at++));
      }
    }
    throw new InputException(name + ":" + opened, "a quote is not closed");
  }

  private boolean accept(String expected) {
    if (!text.startsWith(expected, at)) {
      return false;
    }
    at += expected.length();
    return true;
  }
}
