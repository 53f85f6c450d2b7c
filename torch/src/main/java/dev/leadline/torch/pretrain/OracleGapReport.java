package dev.leadline.torch.pretrain;

import java.util.List;
import java.util.Locale;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The outcome of an oracle gap measurement. Immutable and thread-safe. */
public record OracleGapReport(
    OracleGapPlan plan, List<OracleGapCell> cells, List<OracleGapSymptoms> symptoms) {

  public OracleGapReport {
    cells = List.copyOf(cells);
    symptoms = List.copyOf(symptoms);
  }

  /** Two tables in Markdown. */
  public String table() {
    StringBuilder text = new StringBuilder(heading());
    for (OracleGapCell cell : cells) {
      text.append(row(cell)).append('\n');
    }
    text.append(
        """

        | d | near the lowest value: even context, exact | clustered context, exact \
        | observations until the prediction moves, exact |
        |---|---|---|---|
        """);
    for (OracleGapSymptoms s : symptoms) {
      text.append(
          String.format(
              Locale.ROOT,
              "| %d | %.3f, %.3f | %.3f, %.3f | %.1f, %.1f |%n",
              s.dimensions(),
              s.evenLoss(),
              s.evenOracleLoss(),
              s.clusteredLoss(),
              s.clusteredOracleLoss(),
              s.observationsUntilMoved(),
              s.oracleObservationsUntilMoved()));
    }
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

  /** The record as JSON. */
  public String json() {
    return JsonMapper.builder()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .build()
        .writeValueAsString(this);
  }
}
