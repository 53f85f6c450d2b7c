package dev.leadline.lab.method;

import java.util.List;

/** Uniform random search: what every score is relative to. */
record RandomMethod() implements Method {

  @Override
  public String name() {
    return "rs";
  }

  @Override
  public Proposer start(List<RunHistory> lanes) {
    return () ->
        lanes.stream()
            .map(lane -> lane.snap(lane.random().doubles(lane.dimensions()).toArray()))
            .toArray(double[][]::new);
  }
}
