package dev.leadline.app.report;

import dev.leadline.chart.Axis;
import dev.leadline.study.Direction;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** The values of trials and the best so far, drawn in characters. */
public final class TextPlot {

  private static final int ROWS = 10;
  private static final int COLUMNS = 60;
  private static final int LABEL = 12;
  private static final int FRAME = 3;

  private TextPlot() {}

  /**
   * Draws {@code .} for a trial and {@code #} for the best so far.
   *
   * @param values one per trial in order; empty where it failed
   * @param screen the lines fit on it
   */
  public static List<String> lines(
      Direction direction, List<OptionalDouble> values, Screen screen) {
    Axis axis = Axis.of(values.stream().flatMapToDouble(OptionalDouble::stream));
    String most = axis.label(axis.value(1 - 0.5 / ROWS));
    String least = axis.label(axis.value(0.5 / ROWS));
    int label = Math.max(LABEL, Math.max(most.length(), least.length()));
    int room = Math.max(1, Math.min(COLUMNS, screen.width() - label - FRAME));
    int columns = Math.min(room, Math.max(1, values.size()));
    char[][] cells = new char[ROWS][columns];
    for (char[] row : cells) {
      java.util.Arrays.fill(row, ' ');
    }
    double best = Double.NaN;
    for (int trial = 0; trial < values.size(); trial++) {
      int column = trial * columns / values.size();
      if (values.get(trial).isPresent()) {
        double value = values.get(trial).getAsDouble();
        mark(cells, axis, column, value, '.');
        boolean better = direction == Direction.MINIMISE ? value < best : value > best;
        best = Double.isNaN(best) || better ? value : best;
      }
      if (!Double.isNaN(best)) {
        mark(cells, axis, column, best, '#');
      }
    }
    List<String> lines = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      String words = row == 0 ? most : row == ROWS - 1 ? least : "";
      String padded = " ".repeat(label - words.length()) + words;
      lines.add((padded + " |" + new String(cells[row])).stripTrailing());
    }
    lines.add(" ".repeat(label) + " +" + "-".repeat(columns));
    return lines.stream().map(screen::fit).toList();
  }

  private static void mark(char[][] cells, Axis axis, int column, double value, char mark) {
    int row = (int) Math.min(ROWS - 1, Math.max(0, (1 - axis.fraction(value)) * ROWS));
    if (cells[row][column] != '#') {
      cells[row][column] = mark;
    }
  }
}
