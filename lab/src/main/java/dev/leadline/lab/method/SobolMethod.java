package dev.leadline.lab.method;

import dev.leadline.search.SobolSequence;
import java.util.List;

/** A scrambled Sobol sequence, one per run. */
record SobolMethod() implements Method {

  @Override
  public String name() {
    return "sobol";
  }

  @Override
  public Proposer start(List<RunHistory> lanes) {
    List<SobolSequence> sequences =
        lanes.stream().map(lane -> new SobolSequence(lane.dimensions(), lane.runRandom())).toList();
    return () -> {
      double[][] points = new double[lanes.size()][];
      for (int i = 0; i < points.length; i++) {
        RunHistory lane = lanes.get(i);
        points[i] = lane.snap(sequences.get(i).point(lane.step()));
      }
      return points;
    };
  }
}
