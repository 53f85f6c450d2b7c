package dev.leadline.lab.related;

import dev.leadline.lab.related.RelatedRuns.Arm;
import dev.leadline.lab.related.RelatedRuns.Run;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What came of runs with earlier studies and without, as Markdown. */
public final class RelatedReport {

  private static final List<Integer> AT = List.of(1, 2, 3, 5, 8, 10, 20, 30, 50);

  /** A regret counts as so much at least, of that of random search: last digits decide nothing. */
  private static final double LEAST = 0.01;

  private static final int LEVEL = 30;

  private final Map<Arm, List<Run>> runs;
  private final Map<String, Run> nothing;

  public RelatedReport(List<Run> all) {
    runs =
        all.stream()
            .collect(Collectors.groupingBy(Run::arm, LinkedHashMap::new, Collectors.toList()));
    nothing =
        runs.getOrDefault(Arm.NOTHING, List.of()).stream()
            .collect(Collectors.toMap(run -> run.task() + " " + run.seed(), run -> run));
  }

  /** Scores, regret against that of studies from nothing, and how soon these are reached. */
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append("Score: 0 is random search after 30, 100 the best known; median of tasks\n\n");
    table(text, this::scores);
    text.append("\nRegret as a multiple of that from nothing, geometric mean of all runs\n\n");
    table(text, this::ratios);
    text.append("\n| arm | evaluations to the value from nothing after 30, median | never |\n");
    text.append("|---|---|---|\n");
    runs.forEach((arm, some) -> text.append(reached(arm, some)));
    return text.toString();
  }

  private interface Cells {
    double at(List<Run> runs, int evaluations);
  }

  private void table(StringBuilder text, Cells cells) {
    List<Integer> at = AT.stream().filter(n -> n <= length()).toList();
    text.append("| arm |").append(joined(at.stream().map(n -> " %d".formatted(n)).toList()));
    text.append("|---|").append("---|".repeat(at.size())).append('\n');
    runs.forEach(
        (arm, some) ->
            text.append("| %s |".formatted(name(arm)))
                .append(joined(at.stream().map(n -> number(cells.at(some, n))).toList())));
  }

  private int length() {
    return runs.values().iterator().next().get(0).best().size();
  }

  private static String joined(List<String> cells) {
    return String.join(" |", cells) + " |\n";
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, Math.abs(value) < 10 ? " %.2f" : " %.0f", value);
  }

  private static String name(Arm arm) {
    return arm.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private double scores(List<Run> some, int evaluations) {
    return median(
        some.stream().collect(Collectors.groupingBy(Run::task)).values().stream()
            .mapToDouble(
                ofTask ->
                    ofTask.stream()
                        .mapToDouble(run -> 100 * (1 - regret(run, evaluations)))
                        .average()
                        .orElseThrow())
            .toArray());
  }

  /** Regret as a share of that of random search. */
  private static double regret(Run run, int evaluations) {
    return (run.best().get(evaluations - 1) - run.minimum()) / (run.random() - run.minimum());
  }

  private double ratios(List<Run> some, int evaluations) {
    return Math.exp(
        some.stream()
            .mapToDouble(
                run ->
                    Math.log(LEAST + regret(run, evaluations))
                        - Math.log(LEAST + regret(peer(run), evaluations)))
            .average()
            .orElseThrow());
  }

  private Run peer(Run run) {
    return Objects.requireNonNull(
        nothing.get(run.task() + " " + run.seed()), "no run from nothing");
  }

  private String reached(Arm arm, List<Run> some) {
    double[] first = some.stream().mapToDouble(this::first).toArray();
    long never = Arrays.stream(first).filter(Double::isInfinite).count();
    return "| %s |%s | %d of %d |%n"
        .formatted(name(arm), number(median(first)), never, first.length);
  }

  /** After how many evaluations a run has what the one from nothing has after 30. */
  private double first(Run run) {
    double level = peer(run).best().get(LEVEL - 1);
    return IntStream.range(0, run.best().size())
        .filter(i -> run.best().get(i) <= level)
        .mapToDouble(i -> i + 1.0)
        .findFirst()
        .orElse(Double.POSITIVE_INFINITY);
  }

  private static double median(double[] values) {
    double[] sorted = Arrays.stream(values).sorted().toArray();
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : 0.5 * (sorted[half - 1] + sorted[half]);
  }
}
