package dev.leadline.lab.advice;

import dev.leadline.lab.experiment.Environment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The outcome of an {@link AdvicePlan}. Immutable and thread-safe. */
public record AdviceReport(AdvicePlan plan, Environment environment, List<Advice> runs) {

  public AdviceReport {
    runs = List.copyOf(runs);
  }

  /**
   * Runs of the same size and noise together.
   *
   * @param recommended the mean regret of what is recommended over that of the luckiest trial,
   *     averaged over the tasks
   * @param error the standard error of that average, over the tasks
   * @param lowest the same of the best trial of each run, the least that a recommendation can have
   * @param better the number of runs in which the recommendation has the smaller regret
   * @param worse the number of runs in which the luckiest trial has
   * @param held the share of intervals that hold the noise-free value
   */
  record Group(
      int dimensions,
      double noise,
      int runs,
      double recommended,
      double error,
      double lowest,
      int better,
      int worse,
      double held) {

    static Group of(List<Advice> runs) {
      double[] shares = shares(runs, Advice::recommended);
      double mean = mean(shares);
      double square = mean(Arrays.stream(shares).map(s -> (s - mean) * (s - mean)).toArray());
      return new Group(
          runs.get(0).dimensions(),
          runs.get(0).noise(),
          runs.size(),
          mean,
          Math.sqrt(square / Math.max(1, shares.length - 1)),
          mean(shares(runs, Advice::lowest)),
          (int) runs.stream().filter(run -> run.recommended() < run.luckiest()).count(),
          (int) runs.stream().filter(run -> run.recommended() > run.luckiest()).count(),
          runs.stream().mapToDouble(run -> run.held() ? 1 : 0).average().orElseThrow());
    }

    /** The ratio of mean regrets of each task; 1 where the luckiest has none to lose. */
    private static double[] shares(List<Advice> runs, ToDoubleFunction<Advice> regret) {
      Map<String, List<Advice>> byTask =
          runs.stream().collect(Collectors.groupingBy(run -> run.task() + " " + run.noise()));
      return byTask.values().stream()
          .mapToDouble(
              of -> {
                double luckiest = of.stream().mapToDouble(Advice::luckiest).sum();
                return luckiest > 0 ? of.stream().mapToDouble(regret).sum() / luckiest : 1;
              })
          .toArray();
    }

    private static double mean(double[] values) {
      return Arrays.stream(values).average().orElseThrow();
    }
  }

  /** Groups by noise, within it by the number of inputs. */
  List<Group> groups() {
    Map<Double, Map<Integer, List<Advice>>> sorted = new TreeMap<>();
    for (Advice run : runs) {
      sorted
          .computeIfAbsent(run.noise(), k -> new TreeMap<>())
          .computeIfAbsent(run.dimensions(), k -> new ArrayList<>())
          .add(run);
    }
    return sorted.values().stream()
        .flatMap(sizes -> sizes.values().stream())
        .map(Group::of)
        .toList();
  }

  /** In Markdown, one line per group and one for all runs of the same noise. */
  public String table() {
    StringBuilder text =
        new StringBuilder(
            """
            | noise | inputs | runs | recommended / luckiest | best trial / luckiest | better | worse | 80 % interval holds |
            |---|---|---:|---:|---:|---:|---:|---:|
            """);
    for (double noise : plan.noises()) {
      groups().stream()
          .filter(group -> group.noise() == noise)
          .forEach(group -> text.append(row(group, Integer.toString(group.dimensions()))));
      text.append(row(Group.of(runs.stream().filter(r -> r.noise() == noise).toList()), "all"));
    }
    return text.append("\n%s\n".formatted(environment.sentence())).toString();
  }

  private static String row(Group group, String inputs) {
    return String.format(
        Locale.ROOT,
        "| %.0f %% | %s | %d | %.2f ± %.2f | %.2f | %d | %d | %.0f |%n",
        100 * group.noise(),
        inputs,
        group.runs(),
        group.recommended(),
        group.error(),
        group.lowest(),
        group.better(),
        group.worse(),
        100 * group.held());
  }

  /** The record as JSON. */
  public String json() {
    return JsonMapper.builder()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .build()
        .writeValueAsString(this);
  }
}
