package dev.leadline.bench.lockstep;

import dev.leadline.bench.task.Seed;
import dev.leadline.surrogate.Observations;
import java.util.Arrays;
import java.util.List;

/** Judges by lot: a candidate's score is a hash of its coordinates. The control without a model. */
public final class NoModelScorer implements BatchScorer {

  @Override
  public Scoring condition(List<Observations> runs) {
    return (candidates, incumbents) -> {
      double[][] lots = new double[candidates.length][];
      double[][] means = new double[candidates.length][];
      for (int i = 0; i < candidates.length; i++) {
        lots[i] = Arrays.stream(candidates[i]).mapToDouble(NoModelScorer::lot).toArray();
        means[i] = new double[lots[i].length];
      }
      return new Verdict(lots, means);
    };
  }

  private static double lot(double[] point) {
    long[] bits = Arrays.stream(point).mapToLong(Double::doubleToLongBits).toArray();
    return (Seed.of("lot", bits) >>> 11) * 0x1p-53;
  }
}
