package dev.leadline.paper.lockstep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.lab.method.Proposer;
import dev.leadline.lab.method.RunHistory;
import dev.leadline.lab.problem.Objective;
import dev.leadline.lab.problem.Tasks;
import dev.leadline.surrogate.Observations;
import dev.leadline.torch.gp.GpFit;
import dev.leadline.torch.gp.GpParameters;
import dev.leadline.torch.gp.GpPosterior;
import dev.leadline.torch.gp.GpSpec;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Test;

class GpModelTest {

  private static final List<String> TASKS = List.of("branin-2d", "levy-2d", "ackley-2d");
  private static final int INITIAL = 40;
  private static final GpFit FIT = new GpFit(10, 10);
  private static final LocalDecaySearch LOCAL = new LocalDecaySearch(60, 0.25, 0.99, INITIAL);

  @Test
  void lastFit_dependsOnTheCountsAlone() {
    try (GpModel model = model()) {
      assertThat(model.lastFit(INITIAL, 43)).isEqualTo(40);
      assertThat(model.lastFit(INITIAL, 44)).isEqualTo(44);
      assertThat(model.lastFit(INITIAL, 48)).isEqualTo(44);
      assertThat(model.lastFit(INITIAL, 49)).isEqualTo(49);
    }
  }

  @Test
  void classicProcess_suggestsTheSameAfterAnInterruption() {
    assertResumes(histories -> GpMethods.classic2022(histories, Device.CPU), 0);
  }

  @Test
  void modernProcess_suggestsTheSameAfterAnInterruption() {
    assertResumes(histories -> GpMethods.modern(histories, Device.CPU), 0);
  }

  @Test
  void processWithAnotherSearch_suggestsTheSameAfterAnInterruption() {
    assertResumes(histories -> GpMethods.withSearch(histories, history -> LOCAL, Device.CPU), 1e-6);
  }

  private static void assertResumes(
      Function<List<RunHistory>, Proposer> starter, double tolerance) {
    List<RunHistory> histories = histories();
    List<double[][]> whole;
    try (Proposer proposer = starter.apply(histories)) {
      whole = drive(histories, proposer, 9);
    }
    for (int steps : new int[] {3, 8}) { // 43 and 48 observations, fits at 40 and 44
      List<RunHistory> resumed = histories();
      for (int i = 0; i < steps; i++) {
        observe(resumed, whole.get(i));
      }
      try (Proposer proposer = starter.apply(resumed)) {
        double[][] next = proposer.propose();
        for (int i = 0; i < next.length; i++) {
          assertThat(next[i]).containsExactly(whole.get(steps)[i], within(tolerance));
        }
      }
    }
  }

  @Test
  void posterior_hasTheLatestFitAndAllObservationsInPresentUnits() {
    List<Observations> runs = histories().stream().map(RunHistory::observations).toList();
    try (TensorScope scope = new TensorScope();
        GpModel model = model()) {
      model.condition(first(runs, 36), 36);
      Tensor queries = Tensor.full(0.4, Device.CPU, DType.FLOAT64, TASKS.size(), 1, 2);
      GpPosterior.Moments grown = model.condition(first(runs, 39), 36).at(queries);

      GpSpec spec = GpSpec.classic2022();
      GpParameters fitted = FIT.fit(spec, points(runs, 36), values(runs, 36));
      GpPosterior.Moments direct =
          GpPosterior.condition(spec.kernel(), fitted, points(runs, 39), values(runs, 39))
              .at(queries);
      assertThat(grown.mean().toDoubleArray())
          .containsExactly(direct.mean().toDoubleArray(), within(1e-9));
      assertThat(grown.variance().toDoubleArray())
          .containsExactly(direct.variance().toDoubleArray(), within(1e-9));
    }
  }

  private static Tensor points(List<Observations> runs, int count) {
    return PaddedBatch.points(first(runs, count), Device.CPU);
  }

  private static Tensor values(List<Observations> runs, int count) {
    return PaddedBatch.values(
        first(runs, count).stream().map(GpProposer::standardised).toList(), Device.CPU);
  }

  @Test
  void model_holdsOnePosteriorUntilItIsClosed() {
    List<Observations> runs = histories().stream().map(RunHistory::observations).toList();
    Device.CPU.isAvailable();
    long before = Pointer.totalCount();
    try (GpModel model = model()) {
      model.condition(first(runs, 36), 36);
      long held = Pointer.totalCount();
      model.condition(first(runs, 37), 36);
      model.condition(first(runs, 39), 36);
      model.condition(runs, 36); // fitted anew
      assertThat(Pointer.totalCount()).isEqualTo(held).isGreaterThan(before);
    }
    assertThat(Pointer.totalCount()).isEqualTo(before);
  }

  private static List<Observations> first(List<Observations> runs, int count) {
    return runs.stream().map(run -> run.first(count)).toList();
  }

  private static GpModel model() {
    return new GpModel(
        GpSpec.classic2022(),
        FIT,
        GpModel.Refit.EVERY_TENTH_MORE,
        GpProposer::standardised,
        Device.CPU);
  }

  private static List<double[][]> drive(List<RunHistory> histories, Proposer proposer, int steps) {
    List<double[][]> points = new ArrayList<>();
    for (int i = 0; i < steps; i++) {
      points.add(proposer.propose());
      observe(histories, points.get(i));
    }
    return points;
  }

  private static void observe(List<RunHistory> histories, double[][] points) {
    for (int i = 0; i < points.length; i++) {
      Objective objective = Tasks.named(TASKS.get(i)).objective(3);
      histories
          .get(i)
          .add(points[i], objective.evaluate(points[i], INITIAL + histories.get(i).step()));
    }
  }

  private static List<RunHistory> histories() {
    List<RunHistory> histories = new ArrayList<>();
    for (String name : TASKS) {
      Objective objective = Tasks.named(name).objective(3);
      RunHistory history = new RunHistory(name, 3, 20, objective);
      SplittableRandom random = new SplittableRandom(7);
      for (int i = 0; i < INITIAL; i++) {
        double[] point = random.doubles(2).toArray();
        history.start(point, objective.evaluate(point, i));
      }
      histories.add(history);
    }
    return histories;
  }
}
