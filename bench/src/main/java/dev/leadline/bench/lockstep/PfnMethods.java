package dev.leadline.bench.lockstep;

import dev.leadline.acquisition.EndGame;
import dev.leadline.acquisition.OutputScaling;
import dev.leadline.acquisition.Search;
import dev.leadline.bench.lane.Lane;
import dev.leadline.bench.lane.Proposer;
import dev.leadline.pfn.ModelFile;
import dev.leadline.pfn.PfnModel;
import dev.leadline.torch.tensor.Device;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Function;

/** Pre-trained transformers as methods. */
public final class PfnMethods {

  private PfnMethods() {}

  /**
   * Starts runs with a model: through ONNX Runtime on a CPU, through libtorch on a GPU.
   *
   * @param model a model file, or {@code shipped:NAME}
   */
  public static Proposer start(
      List<Lane> lanes,
      String model,
      Function<Lane, Search> search,
      EndGame endGame,
      Device device) {
    ModelReference reference = new ModelReference(model);
    try {
      return device == Device.CPU
          ? onCpu(lanes, reference.load(1), search, endGame)
          : onDevice(lanes, reference.read(), search, endGame, device);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot use the model %s: %s".formatted(model, e.getMessage()), e);
    }
  }

  private static Proposer onCpu(
      List<Lane> lanes, PfnModel model, Function<Lane, Search> search, EndGame endGame) {
    OutputScaling scaling = OutputScaling.ofId(model.manifest().outputScaling());
    BatchScorer scorer =
        new SurrogateScorer(
            lanes.stream().map(lane -> model.surrogate()).toList(), model.manifest().acquisition());
    LockStep steps = new LockStep(lanes, search, endGame, scaling, scorer);
    return new Proposer() {
      @Override
      public double[][] propose() {
        return steps.propose();
      }

      @Override
      public void close() {
        steps.close();
        model.close();
      }
    };
  }

  static Proposer onDevice(
      List<Lane> lanes,
      ModelFile file,
      Function<Lane, Search> search,
      EndGame endGame,
      Device device) {
    OutputScaling scaling = OutputScaling.ofId(file.manifest().outputScaling());
    NetworkScorer scorer = new NetworkScorer(file, device);
    int most = lanes.stream().mapToInt(lane -> lane.initial() + lane.budget()).max().orElse(0);
    scorer.reserve(lanes.size(), most);
    return new LockStep(lanes, search, endGame, scaling, scorer);
  }
}
