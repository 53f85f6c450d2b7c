package dev.leadline.lab.report;

import dev.leadline.surrogate.StandardNormal;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Wilcoxon's signed-rank test for paired samples, two-sided. */
final class SignedRankTest {

  /* Zero differences are dropped; ties share the middle rank. Up to EXACT pairs the distribution of the rank sum given the ties
   * is counted (ranks doubled, so that middle ranks are whole numbers), beyond that the normal approximation with continuity and
   * tie correction is used, whose error is then below 0.002. */

  private static final int EXACT = 60;

  private SignedRankTest() {}

  /** The probability of a difference at least as large, if neither sample tends to be lower. */
  static double pValue(double[] first, double[] second) {
    if (first.length != second.length) {
      throw new IllegalArgumentException(
          "expected pairs but got %d and %d values".formatted(first.length, second.length));
    }
    double[] differences =
        IntStream.range(0, first.length)
            .filter(i -> first[i] != second[i]) // also two infinite ones
            .mapToDouble(i -> first[i] - second[i])
            .toArray();
    if (differences.length == 0) {
      return 1;
    }
    int[] ranks = doubledRanks(differences);
    int positive = 0;
    int total = 0;
    for (int i = 0; i < ranks.length; i++) {
      positive += differences[i] > 0 ? ranks[i] : 0;
      total += ranks[i];
    }
    int smaller = Math.min(positive, total - positive);
    return ranks.length <= EXACT ? exact(ranks, smaller, total) : normal(ranks, smaller, total);
  }

  private static int[] doubledRanks(double[] differences) {
    Integer[] order = IntStream.range(0, differences.length).boxed().toArray(Integer[]::new);
    Arrays.sort(
        order, (a, b) -> Double.compare(Math.abs(differences[a]), Math.abs(differences[b])));
    int[] ranks = new int[differences.length];
    for (int i = 0; i < order.length; ) {
      int end = i;
      while (end < order.length
          && Math.abs(differences[order[end]]) == Math.abs(differences[order[i]])) {
        end++;
      }
      for (int k = i; k < end; k++) {
        ranks[order[k]] = i + 1 + end;
      }
      i = end;
    }
    return ranks;
  }

  private static double exact(int[] ranks, int smaller, int total) {
    double[] probability = new double[total + 1];
    probability[0] = 1;
    int reach = 0;
    for (int rank : ranks) {
      reach += rank;
      for (int sum = reach; sum >= 0; sum--) {
        double without = probability[sum];
        double with = sum >= rank ? probability[sum - rank] : 0;
        probability[sum] = 0.5 * (without + with);
      }
    }
    double tail = DoubleStream.of(probability).limit(smaller + 1L).sum();
    return Math.min(1, 2 * tail);
  }

  private static double normal(int[] ranks, int smaller, int total) {
    double squares = Arrays.stream(ranks).mapToDouble(rank -> (double) rank * rank).sum();
    double z = (smaller - total / 2.0 + 1) / Math.sqrt(squares / 4);
    return Math.min(1, 2 * StandardNormal.cdf(Math.min(0, z)));
  }
}
