package dev.leadline.lab.curve;

import dev.leadline.lab.experiment.Environment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The outcome of a {@link CurvePlan}. Immutable and thread-safe. */
public record CurveReport(CurvePlan plan, Environment environment, List<CurveRun> runs) {

  public CurveReport {
    runs = List.copyOf(runs);
  }

  /**
   * What a rule saves and costs on some families.
   *
   * @param steps the mean share of the steps that are made without a rule
   * @param regret the mean regret, in the way from a family's best to its median
   * @param without the same without a rule
   * @param lost the share of the trials that would have become the best so far and were ended
   * @param missed the share of the studies whose best trial was ended
   */
  public record Summary(
      String rule, double steps, double regret, double without, double lost, double missed) {}

  /** What a rule saves and costs on all families. */
  Summary summary(String rule) {
    return summary(rule, run -> true);
  }

  private Summary summary(String rule, Predicate<CurveRun> wanted) {
    List<CurveRun> by = runs.stream().filter(wanted).filter(r -> r.rule().equals(rule)).toList();
    List<CurveRun> free =
        runs.stream().filter(wanted).filter(r -> r.rule().equals("none")).toList();
    double share = 0;
    for (CurveRun run : by) {
      CurveRun twin =
          free.stream()
              .filter(r -> r.family().equals(run.family()) && r.seed() == run.seed())
              .findFirst()
              .orElseThrow();
      share += (double) run.steps() / twin.steps() / by.size();
    }
    double winners = by.stream().mapToInt(CurveRun::winners).sum();
    double lost = by.stream().mapToInt(CurveRun::lost).sum();
    return new Summary(
        rule,
        share,
        mean(by, CurveRun::regret),
        mean(free, CurveRun::regret),
        lost / winners,
        mean(by, run -> run.missed() ? 1 : 0));
  }

  private static double mean(List<CurveRun> runs, ToDoubleFunction<CurveRun> of) {
    return runs.stream().mapToDouble(of).average().orElseThrow();
  }

  /** In Markdown: a line per rule, then for each rule a line per family. */
  public String table() {
    StringBuilder text =
        new StringBuilder(
            """
            | rule | families | steps made | regret | regret without | ended of the best of a study | ended of those that led |
            |---|---|---:|---:|---:|---:|---:|
            """);
    List<String> rules = new ArrayList<>();
    plan.rules().forEach(rule -> rules.add(rule.toString()));
    rules.forEach(rule -> text.append(line(summary(rule), "all")));
    for (String rule : rules) {
      for (String family : plan.families()) {
        text.append(line(summary(rule, run -> run.family().equals(family)), family));
      }
    }
    return text.append("\n%s\n".formatted(environment.sentence())).toString();
  }

  private static String line(Summary summary, String families) {
    return String.format(
        Locale.ROOT,
        "| %s | %s | %.1f %% | %.4f | %.4f | %.1f %% | %.1f %% |%n",
        summary.rule(),
        families,
        100 * summary.steps(),
        summary.regret(),
        summary.without(),
        100 * summary.missed(),
        100 * summary.lost());
  }

  /** The record as JSON. */
  public String json() {
    return JsonMapper.builder()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .build()
        .writeValueAsString(this);
  }
}
