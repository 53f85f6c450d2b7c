package dev.leadline.lab.report;

import dev.leadline.lab.experiment.Evaluation;
import dev.leadline.lab.problem.Told;
import dev.leadline.study.ImprovementForecast;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The chances of an improvement that studies state before each trial, against what came. */
record ForecastTable(Results results) {

  private static final int TENTHS = 10;

  /** One chance that was stated, and whether it came true. */
  private record Stated(double share, double chance, boolean came) {}

  /** As Markdown; empty if no record has forecasts. */
  String render() {
    MarkdownTable table =
        results.table(
            3,
            "method | improvement by more than | stated chance"
                + " | forecasts | stated on average | came true");
    for (String method : results.methods()) {
      TreeMap<Double, List<List<Stated>>> byShare = new TreeMap<>();
      for (List<Evaluation> lines : results.detailed(method)) {
        for (Stated stated : stated(lines)) {
          byShare
              .computeIfAbsent(stated.share, k -> tenths())
              .get(Math.min(TENTHS - 1, (int) (TENTHS * stated.chance)))
              .add(stated);
        }
      }
      byShare.forEach(
          (share, tenths) -> {
            for (int i = 0; i < TENTHS; i++) {
              List<Stated> in = tenths.get(i);
              if (!in.isEmpty()) {
                table.add(
                    List.of(
                        method,
                        100 * share + " %",
                        "%d to %d %%".formatted(10 * i, 10 * i + 10),
                        Integer.toString(in.size()),
                        percent(in.stream().mapToDouble(Stated::chance).sum(), in.size()),
                        percent((double) in.stream().filter(Stated::came).count(), in.size())));
              }
            }
          });
    }
    return table.under(
        "Forecasts",
        """
        The chance, stated before each trial, that the next ten better the best value by more than a share of the range, against how often they did.
        """);
  }

  private static List<List<Stated>> tenths() {
    List<List<Stated>> tenths = new ArrayList<>();
    for (int i = 0; i < TENTHS; i++) {
      tenths.add(new ArrayList<>());
    }
    return tenths;
  }

  private static List<Stated> stated(List<Evaluation> lines) {
    List<Stated> all = new ArrayList<>();
    for (int i = 1; i <= lines.size() - ImprovementForecast.TRIALS; i++) {
      Evaluation.Detail detail = lines.get(i).detail();
      if (detail != null && detail.forecast() != null) {
        double before = lines.get(i - 1).regret();
        double after = lines.get(i - 1 + ImprovementForecast.TRIALS).regret();
        for (Told.Chance chance : detail.forecast().chances()) {
          boolean came = before - after > chance.share() * detail.forecast().range();
          all.add(new Stated(chance.share(), chance.chance(), came));
        }
      }
    }
    return all;
  }

  private static String percent(double sum, int count) {
    return Digits.fixed("%.0f %%", 100 * sum / count);
  }
}
