package dev.leadline.paper.lockstep;

import dev.leadline.acquisition.Acquisition;
import dev.leadline.acquisition.Scores;
import dev.leadline.lab.method.Method;
import dev.leadline.lab.method.MethodContext;
import dev.leadline.lab.method.ModelReference;
import dev.leadline.lab.method.Proposer;
import dev.leadline.lab.method.RunHistory;
import dev.leadline.pfn.ModelFile;
import dev.leadline.pfn.PfnModel;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.torch.tensor.Device;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** A transformer of the paper with a search; the plan says which file serves how many inputs. */
record PfnMethod(String name, MethodContext context, Function<RunHistory, LocalDecaySearch> search)
    implements Method {

  @Override
  public int together() {
    return context.together();
  }

  @Override
  public void require(int dimensions) {
    context.model(name, dimensions);
  }

  @Override
  public Proposer start(List<RunHistory> runs) {
    ModelReference model = context.model(name, runs.get(0).dimensions());
    return context.device() == Device.CPU
        ? onCpu(runs, model.load(1), search)
        : onDevice(runs, model.read(), search, context.device());
  }

  /** Through ONNX Runtime; the model is closed with the runs. */
  static Proposer onCpu(
      List<RunHistory> runs, PfnModel model, Function<RunHistory, LocalDecaySearch> search) {
    return new LockStep(runs, search, model.manifest().scaling(), new SurrogateScorer(model));
  }

  /** Through libtorch. */
  static Proposer onDevice(
      List<RunHistory> runs,
      ModelFile file,
      Function<RunHistory, LocalDecaySearch> search,
      Device device) {
    NetworkScorer scorer = new NetworkScorer(file, device);
    int most = runs.stream().mapToInt(run -> run.initial() + run.budget()).max().orElse(0);
    scorer.reserve(runs.size(), most);
    return new LockStep(runs, search, file.manifest().scaling(), scorer);
  }

  /**
   * Asks a model of the library about one run after the other.
   *
   * @param model closed with this
   */
  private record SurrogateScorer(PfnModel model) implements BatchScorer {

    @Override
    public List<Scores> score(
        List<Observations> known, double[][][] candidates, double[] incumbents) {
      return IntStream.range(0, candidates.length)
          .mapToObj(i -> score(known.get(i), candidates[i], incumbents[i]))
          .toList();
    }

    private Scores score(Observations known, double[][] candidates, double incumbent) {
      try (Posterior posterior = model.surrogate().condition(known)) {
        return Scores.weighted(
            posterior,
            candidates,
            incumbent,
            Acquisition.EXPECTED_IMPROVEMENT,
            new double[candidates.length]);
      }
    }

    @Override
    public void close() {
      model.close();
    }
  }
}
