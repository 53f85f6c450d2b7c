package dev.leadline.lab.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Pairwise comparison of two methods on the runs they share, and ranks among all. */
public record Comparison(Results results) {

  /** Regrets below this count as equal: several optima are known to no more digits. */
  static final double RESOLUTION = 1e-9;

  /** The first method against the second over all tasks and shared seeds of a group. */
  Duel duel(TaskGroup group, String first, String second, int step) {
    List<Double> ours = new ArrayList<>();
    List<Double> theirs = new ArrayList<>();
    int wins = 0;
    int losses = 0;
    for (String task : results.tasks(group)) {
      Map<Long, Double> a = results.regrets(task, first, step);
      Map<Long, Double> b = results.regrets(task, second, step);
      for (Map.Entry<Long, Double> entry : a.entrySet()) {
        Double other = b.get(entry.getKey());
        if (other != null) {
          double own = logRegret(entry.getValue());
          double foreign = logRegret(other);
          ours.add(own);
          theirs.add(foreign);
          wins += own < foreign ? 1 : 0;
          losses += own > foreign ? 1 : 0;
        }
      }
    }
    double p = SignedRankTest.pValue(array(ours), array(theirs));
    return new Duel(wins, ours.size() - wins - losses, losses, p);
  }

  /** The mean rank (1 is best, ties share) of each method over the runs that all of them have. */
  public Ranks meanRanks(TaskGroup group, List<String> methods, int step) {
    double[] sums = new double[methods.size()];
    int runs = 0;
    for (String task : results.tasks(group)) {
      List<Map<Long, Double>> regrets =
          methods.stream().map(method -> results.regrets(task, method, step)).toList();
      for (Long seed : regrets.get(0).keySet()) {
        if (regrets.stream().allMatch(of -> of.containsKey(seed))) {
          double[] values =
              regrets.stream().mapToDouble(of -> logRegret(of.getOrDefault(seed, 0.0))).toArray();
          for (int i = 0; i < values.length; i++) {
            sums[i] += rank(values, i);
          }
          runs++;
        }
      }
    }
    int shared = runs;
    return new Ranks(Arrays.stream(sums).map(sum -> sum / shared).boxed().toList(), runs);
  }

  /** log10 of the regret, not below the resolution. */
  public static double logRegret(double regret) {
    return Math.log10(Math.max(RESOLUTION, regret));
  }

  private static double rank(double[] values, int index) {
    double rank = 1;
    for (int i = 0; i < values.length; i++) {
      if (values[i] < values[index]) {
        rank += 1;
      } else if (i != index && values[i] == values[index]) {
        rank += 0.5;
      }
    }
    return rank;
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /**
   * Mean ranks of some methods, in their order.
   *
   * @param runs how many runs they are over
   */
  public record Ranks(List<Double> means, int runs) {}

  /**
   * How often one method ended with the lower regret.
   *
   * @param p the signed-rank test's probability on log10 regret
   */
  record Duel(int wins, int ties, int losses, double p) {

    int pairs() {
      return wins + ties + losses;
    }
  }
}
