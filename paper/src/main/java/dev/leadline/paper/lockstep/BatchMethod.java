package dev.leadline.paper.lockstep;

import dev.leadline.bench.lane.Lane;
import dev.leadline.bench.lane.Method;
import dev.leadline.bench.lane.Proposer;
import java.util.List;
import java.util.function.Function;

/**
 * A method given by the way it starts.
 *
 * @param lanes the largest number of runs it drives together
 */
record BatchMethod(String name, int lanes, Function<List<Lane>, Proposer> starter)
    implements Method {

  @Override
  public Proposer start(List<Lane> runs) {
    return starter.apply(runs);
  }
}
