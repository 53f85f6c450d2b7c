package dev.leadline.torch.judge;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The outcome of an oracle gap measurement. Immutable and thread-safe. */
public record OracleGapReport(
    OracleGapPlan plan,
    List<OracleGapCell> cells,
    List<OracleGapNoise> noises,
    List<OracleGapSymptoms> symptoms) {

  public OracleGapReport {
    cells = List.copyOf(cells);
    noises = List.copyOf(noises);
    symptoms = List.copyOf(symptoms);
  }

  /** What comes after the table of the cells: noise, if any was looked at, and the symptoms. */
  public String rest() {
    StringBuilder text = new StringBuilder();
    if (!noises.isEmpty()) {
      text.append(
          """

          | d | n | noise | loss | exact GP | 50 % | 80 % | 95 % |
          |---|---|---|---|---|---|---|---|
          """);
      noises.forEach(noise -> text.append(row(noise)).append('\n'));
    }
    text.append(
        """

        | d | near the lowest value: even context, exact | clustered context, exact \
        | observations until the prediction moves, exact |
        |---|---|---|---|
        """);
    symptoms.forEach(symptom -> text.append(row(symptom)).append('\n'));
    return text.toString();
  }

  /** The heading of the first table. */
  public static String heading() {
    return """
    | d | n | contexts | tasks | loss | exact GP | gap to exact | of it buckets | of it network \
    | gap to fitted | 50 % | 80 % | 95 % | spread |
    |---|---|---|---|---|---|---|---|---|---|---|---|---|---|
    """;
  }

  /** One line of the first table. */
  public static String row(OracleGapCell cell) {
    PairedDifference buckets = cell.bucketGap();
    OracleGapCell.Fitted fitted = cell.fitted();
    return String.format(
        Locale.ROOT,
        "| %d | %d | %s | %d | %.3f | %.3f | %s | %s | %s | %s | %.1f | %.1f | %.1f | %s |",
        cell.dimensions(),
        cell.context(),
        words(cell.split().name()),
        cell.tasks(),
        cell.loss(),
        cell.oracleLoss(),
        text(cell.oracleGap()),
        text(buckets),
        buckets == null
            ? "–"
            : String.format(Locale.ROOT, "%.3f", cell.oracleGap().mean() - buckets.mean()),
        fitted == null ? "not fitted" : text(fitted.gap()),
        100 * cell.coverage50(),
        100 * cell.coverage80(),
        100 * cell.coverage95(),
        cell.spread() == null ? "–" : String.format(Locale.ROOT, "%.2g", cell.spread()));
  }

  private static String words(String constant) {
    return constant.toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String text(@Nullable PairedDifference difference) {
    return difference == null
        ? "–"
        : String.format(Locale.ROOT, "%.3f ± %.3f", difference.mean(), difference.error());
  }

  private static String row(OracleGapNoise cell) {
    return String.format(
        Locale.ROOT,
        "| %d | %d | %.0f %% | %.3f | %.3f | %.1f | %.1f | %.1f |",
        cell.dimensions(),
        cell.context(),
        100 * cell.noise(),
        cell.loss(),
        cell.oracleLoss(),
        100 * cell.coverage50(),
        100 * cell.coverage80(),
        100 * cell.coverage95());
  }

  private static String row(OracleGapSymptoms s) {
    return String.format(
        Locale.ROOT,
        "| %d | %.3f, %.3f | %.3f, %.3f | %.1f, %.1f |",
        s.dimensions(),
        s.evenLoss(),
        s.evenOracleLoss(),
        s.clusteredLoss(),
        s.clusteredOracleLoss(),
        s.observationsUntilMoved(),
        s.oracleObservationsUntilMoved());
  }
}
