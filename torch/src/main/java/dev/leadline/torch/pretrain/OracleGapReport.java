package dev.leadline.torch.pretrain;

import java.util.List;
import java.util.Locale;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

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

  /** All in Markdown: the cells, the noise if any was looked at, and the symptoms. */
  public String table() {
    StringBuilder text = new StringBuilder(heading());
    for (OracleGapCell cell : cells) {
      text.append(row(cell)).append('\n');
    }
    return text.append(rest()).toString();
  }

  /** What comes after the first table. */
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
    | d | n | loss | exact GP | fitted GP | gap to exact | gap to fitted | 50 % | 80 % | 95 % |
    |---|---|---|---|---|---|---|---|---|---|
    """;
  }

  /** One line of the first table. */
  public static String row(OracleGapCell cell) {
    return String.format(
        Locale.ROOT,
        "| %d | %d | %.3f | %.3f | %.3f | %.3f ± %.3f | %.3f | %.1f | %.1f | %.1f |",
        cell.dimensions(),
        cell.context(),
        cell.loss(),
        cell.oracleLoss(),
        cell.fittedLoss(),
        cell.oracleGap(),
        cell.lossError(),
        cell.fittedGap(),
        100 * cell.coverage50(),
        100 * cell.coverage80(),
        100 * cell.coverage95());
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

  /** The record as JSON. */
  public String json() {
    return JsonMapper.builder()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .build()
        .writeValueAsString(this);
  }
}
