package dev.leadline.torch.judge;

import dev.leadline.torch.prior.Split;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tables over the oracle gaps of many models. Immutable and thread-safe. */
public record OracleGapComparison(List<OracleGapRecord> records) {

  public OracleGapComparison {
    records = List.copyOf(records);
  }

  /** Markdown: for each number of inputs and each split the gaps and the coverage. */
  public String tables() {
    StringBuilder text = new StringBuilder();
    for (int dimensions : values(OracleGapCell::dimensions)) {
      for (Split split : values(OracleGapCell::split)) {
        List<OracleGapRecord> some =
            records.stream().filter(r -> has(r, dimensions, split)).toList();
        if (!some.isEmpty()) {
          text.append(tables(some, dimensions, split));
        }
      }
      text.append(symptoms(dimensions));
    }
    return text.toString();
  }

  private static String tables(List<OracleGapRecord> some, int dimensions, Split split) {
    String contexts = split == Split.UNIFORM ? "uniform contexts" : "contexts of high values";
    return table(
            "%d-D, %s: gap to the exact GP, nats per point".formatted(dimensions, contexts),
            some,
            dimensions,
            split,
            cell -> text(cell.oracleGap()))
        + table(
            "%d-D, %s: the part of it due to the buckets".formatted(dimensions, contexts),
            some,
            dimensions,
            split,
            cell -> text(cell.bucketGap()))
        + table(
            "%d-D, %s: coverage of the 80 %% interval".formatted(dimensions, contexts),
            some,
            dimensions,
            split,
            cell -> String.format(Locale.ROOT, "%.1f", 100 * cell.coverage80()))
        + table(
            "%d-D, %s: spread of the predictions, nats".formatted(dimensions, contexts),
            some.stream().filter(OracleGapComparison::hasSpread).toList(),
            dimensions,
            split,
            cell -> String.format(Locale.ROOT, "%.2g", cell.spread()));
  }

  private static boolean hasSpread(OracleGapRecord record) {
    return record.report().cells().stream().allMatch(cell -> cell.spread() != null);
  }

  private static String table(
      String title,
      List<OracleGapRecord> some,
      int dimensions,
      Split split,
      Function<OracleGapCell, String> entry) {
    if (some.isEmpty()) {
      return "";
    }
    List<Integer> sizes =
        some.stream()
            .flatMap(record -> cells(record, dimensions, split))
            .map(OracleGapCell::context)
            .distinct()
            .sorted()
            .toList();
    StringBuilder text = new StringBuilder("\n%s\n\n| model |".formatted(title));
    sizes.forEach(size -> text.append(" %d |".formatted(size)));
    text.append("\n|---|").append("---|".repeat(sizes.size())).append('\n');
    for (OracleGapRecord record : some) {
      text.append("| %s |".formatted(record.model()));
      for (int size : sizes) {
        String found =
            cells(record, dimensions, split)
                .filter(cell -> cell.context() == size)
                .map(entry)
                .collect(Collectors.joining(", "));
        text.append(" %s |".formatted(found.isEmpty() ? "–" : found));
      }
      text.append('\n');
    }
    return text.toString();
  }

  /** The two symptoms of §3; the gaps near the lowest value are differences to the exact GP. */
  private String symptoms(int dimensions) {
    StringBuilder text =
        new StringBuilder(
            """

            %d-D: symptoms of §3, gap to the exact GP near the lowest value and arrivals until the \
            prediction moves

            | model | even context | clustered context | arrivals | arrivals, exact GP |
            |---|---|---|---|---|
            """
                .formatted(dimensions));
    for (OracleGapRecord record : records) {
      record.report().symptoms().stream()
          .filter(s -> s.dimensions() == dimensions)
          .forEach(
              s ->
                  text.append(
                      String.format(
                          Locale.ROOT,
                          "| %s | %.3f | %.3f | %.1f | %.1f |\n",
                          record.model(),
                          s.evenLoss() - s.evenOracleLoss(),
                          s.clusteredLoss() - s.clusteredOracleLoss(),
                          s.observationsUntilMoved(),
                          s.oracleObservationsUntilMoved())));
    }
    return text.toString();
  }

  private <T> List<T> values(Function<OracleGapCell, T> value) {
    return records.stream()
        .flatMap(record -> record.report().cells().stream())
        .map(value)
        .distinct()
        .sorted()
        .toList();
  }

  private static boolean has(OracleGapRecord record, int dimensions, Split split) {
    return cells(record, dimensions, split).findAny().isPresent();
  }

  private static Stream<OracleGapCell> cells(OracleGapRecord record, int dimensions, Split split) {
    return record.report().cells().stream()
        .filter(cell -> cell.dimensions() == dimensions && cell.split() == split);
  }

  private static String text(@Nullable PairedDifference difference) {
    return difference == null
        ? "–"
        : String.format(Locale.ROOT, "%.3f ± %.3f", difference.mean(), difference.error());
  }
}
