package dev.leadline.paper.lockstep;

import dev.leadline.bench.lane.Lane;
import dev.leadline.bench.lane.Method;
import dev.leadline.bench.lane.Proposer;
import dev.leadline.bench.method.MethodContext;
import java.util.List;
import java.util.function.Function;

/** A transformer of the paper with a search; the plan says which file serves how many inputs. */
record PfnMethod(String name, MethodContext context, Function<Lane, LocalDecaySearch> search)
    implements Method {

  @Override
  public int lanes() {
    return context.lanes();
  }

  @Override
  public void require(int dimensions) {
    context.model(name, dimensions);
  }

  @Override
  public Proposer start(List<Lane> lanes) {
    return PfnMethods.start(
        lanes, context.model(name, lanes.get(0).dimensions()), search, context.device());
  }
}
