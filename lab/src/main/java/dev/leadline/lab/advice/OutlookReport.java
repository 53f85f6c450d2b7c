package dev.leadline.lab.advice;

import dev.leadline.lab.experiment.Environment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The outcome of an {@link OutlookPlan}. Immutable and thread-safe.
 *
 * @param groups by share and tenth of the stated chance; empty ones are left out
 */
public record OutlookReport(OutlookPlan plan, Environment environment, List<Group> groups) {

  /**
   * Forecasts that stated about the same chance.
   *
   * @param inputs the number of inputs of their tasks, 0 for all together
   * @param tenth of the stated chance, from 0
   * @param stated the mean of what was stated
   * @param came the share that came true
   */
  public record Group(
      double share, int inputs, int tenth, int forecasts, double stated, double came) {}

  public OutlookReport {
    groups = List.copyOf(groups);
  }

  static OutlookReport of(
      OutlookPlan plan, Environment environment, List<OutlookPlan.Forecast> forecasts) {
    List<Group> groups = new ArrayList<>();
    List<Integer> inputs =
        forecasts.stream().map(OutlookPlan.Forecast::dimensions).distinct().sorted().toList();
    for (double share : plan.shares()) {
      List<OutlookPlan.Forecast> of =
          forecasts.stream().filter(forecast -> forecast.share() == share).toList();
      groups.addAll(tenths(share, 0, of));
      for (int size : inputs) {
        groups.addAll(
            tenths(share, size, of.stream().filter(f -> f.dimensions() == size).toList()));
      }
    }
    return new OutlookReport(plan, environment, groups);
  }

  private static List<Group> tenths(double share, int inputs, List<OutlookPlan.Forecast> of) {
    List<Group> groups = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      int tenth = i;
      List<OutlookPlan.Forecast> in =
          of.stream().filter(f -> Math.min(9, (int) (10 * f.chance())) == tenth).toList();
      if (!in.isEmpty()) {
        groups.add(
            new Group(
                share,
                inputs,
                tenth,
                in.size(),
                in.stream().mapToDouble(OutlookPlan.Forecast::chance).average().orElseThrow(),
                in.stream().filter(OutlookPlan.Forecast::came).count() / (double) in.size()));
      }
    }
    return groups;
  }

  /** In Markdown: for each share a line per tenth, all tasks together. */
  public String table() {
    StringBuilder text =
        new StringBuilder(
            """
            | improvement by more than | stated chance | forecasts | stated on average | came true |
            |---|---|---:|---:|---:|
            """);
    for (Group group : groups(group -> group.inputs() == 0)) {
      text.append(
          String.format(
              Locale.ROOT,
              "| %s %% | %d to %d %% | %d | %.0f %% | %.0f %% |%n",
              100 * group.share(),
              10 * group.tenth(),
              10 * group.tenth() + 10,
              group.forecasts(),
              100 * group.stated(),
              100 * group.came()));
    }
    return text.append("\n%s\n".formatted(environment.sentence())).toString();
  }

  /** The groups that are as wanted. */
  List<Group> groups(Predicate<Group> wanted) {
    return groups.stream().filter(wanted).toList();
  }

  /** The record as JSON. */
  public String json() {
    return JsonMapper.builder()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .build()
        .writeValueAsString(this);
  }
}
