package dev.leadline.bench.method;

import dev.leadline.acquisition.EndGame;
import dev.leadline.acquisition.Search;
import dev.leadline.bench.lane.Lane;
import dev.leadline.bench.lane.Method;
import dev.leadline.bench.lane.Proposer;
import dev.leadline.bench.lockstep.ModelReference;
import dev.leadline.bench.lockstep.PfnMethods;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A pre-trained transformer with a search; the plan says which file serves how many inputs.
 *
 * @param search for each lane
 * @param endGame when a close-up takes the place of the full view
 */
record PfnMethod(String name, MethodContext context, Function<Lane, Search> search, EndGame endGame)
    implements Method {

  @Override
  public int lanes() {
    return context.lanes();
  }

  @Override
  public void require(int dimensions) {
    String model = model(dimensions);
    if (model == null) {
      throw new IllegalArgumentException(
          "method %s has no model for %d inputs: add models: {%s: {\"%d\": FILE.pfn}} to the plan"
              .formatted(name, dimensions, name, dimensions));
    }
    ModelReference reference = new ModelReference(model);
    if (!reference.isShipped() && !reference.exists()) {
      throw new IllegalArgumentException(
          "the model of method %s for %d inputs is not a file: %s"
              .formatted(name, dimensions, model));
    }
  }

  @Override
  public Proposer start(List<Lane> lanes) {
    int dimensions = lanes.get(0).dimensions();
    String model = model(dimensions);
    if (model == null) {
      throw new IllegalArgumentException("no model for %d inputs".formatted(dimensions));
    }
    return PfnMethods.start(lanes, model, search, endGame, context.device());
  }

  private @Nullable String model(int dimensions) {
    Map<String, String> files = context.models().getOrDefault(name, Map.of());
    String exact = files.get(Integer.toString(dimensions));
    return exact == null ? files.get("*") : exact;
  }
}
