package dev.leadline.paper.lockstep;

import dev.leadline.bench.lane.Lane;
import dev.leadline.bench.lane.Proposer;
import dev.leadline.bench.method.ModelReference;
import dev.leadline.pfn.Manifest;
import dev.leadline.pfn.ModelFile;
import dev.leadline.pfn.PfnModel;
import dev.leadline.torch.tensor.Device;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Function;

/** The paper's pre-trained transformers as methods. */
public final class PfnMethods {

  private PfnMethods() {}

  /**
   * Starts runs with a model: through ONNX Runtime on a CPU, through libtorch on a GPU.
   *
   * @throws UncheckedIOException if the model cannot be read
   */
  public static Proposer start(
      List<Lane> lanes,
      ModelReference model,
      Function<Lane, LocalDecaySearch> search,
      Device device) {
    return device == Device.CPU
        ? onCpu(lanes, model.load(1), search)
        : onDevice(lanes, model.read(), search, device);
  }

  private static Proposer onCpu(
      List<Lane> lanes, PfnModel model, Function<Lane, LocalDecaySearch> search) {
    Manifest manifest = model.manifest();
    BatchScorer scorer = new SurrogateScorer(model.surrogate(), manifest.acquisition());
    LockStep steps = new LockStep(lanes, search, manifest.scaling(), scorer);
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
      List<Lane> lanes, ModelFile file, Function<Lane, LocalDecaySearch> search, Device device) {
    NetworkScorer scorer = new NetworkScorer(file, device);
    int most = lanes.stream().mapToInt(lane -> lane.initial() + lane.budget()).max().orElse(0);
    scorer.reserve(lanes.size(), most);
    return new LockStep(lanes, search, file.manifest().scaling(), scorer);
  }
}
