package dev.leadline.paper.lockstep;

import dev.leadline.acquisition.Scores;
import dev.leadline.lab.problem.Seed;
import dev.leadline.surrogate.Observations;
import java.util.Arrays;
import java.util.List;

/** Judges by lot: a candidate's score is a hash of its coordinates. The control without a model. */
final class NoModelScorer implements BatchScorer {

  @Override
  public List<Scores> score(
      List<Observations> known, double[][][] candidates, double[] incumbents) {
    return Arrays.stream(candidates).map(NoModelScorer::draw).toList();
  }

  private static Scores draw(double[][] candidates) {
    double[] lots = Arrays.stream(candidates).mapToDouble(NoModelScorer::lot).toArray();
    return Scores.of(lots, new double[lots.length]);
  }

  private static double lot(double[] point) {
    long[] bits = Arrays.stream(point).mapToLong(Double::doubleToLongBits).toArray();
    return (Seed.of("lot", bits) >>> 11) * 0x1p-53;
  }
}
