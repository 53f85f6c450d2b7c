package dev.leadline.server.json;

import dev.leadline.storage.problem.Csv.Cell;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** For whom a table of comma-separated values is written. */
public enum CsvForm {
  /** For programs: every text as it is, so that it can be read back. */
  EXACT,
  /** For spreadsheets, which take a text that begins like a formula for one and carry it out. */
  SPREADSHEET;

  private static final Pattern FORMULA =
      Pattern.compile("[=+@\\-\t\r\n\uFF1D\uFF0B\uFF20\uFF0D].*", Pattern.DOTALL);
  private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?(E-?\\d+)?");

  /** A cell; a spreadsheet shows what stands behind an apostrophe as text. */
  String write(@Nullable String text) {
    boolean isFormula =
        text != null && FORMULA.matcher(text).matches() && !NUMBER.matcher(text).matches();
    return Cell.format(this == SPREADSHEET && isFormula ? "'" + text : text);
  }
}
