package dev.leadline.paper.lockstep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.lab.method.Proposer;
import dev.leadline.lab.method.RunHistory;
import dev.leadline.lab.problem.Objective;
import dev.leadline.lab.problem.Task;
import dev.leadline.lab.problem.Tasks;
import dev.leadline.pfn.ModelFile;
import dev.leadline.pfn.PfnModel;
import dev.leadline.scaling.OutputScaling;
import dev.leadline.torch.tensor.Device;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockStepTest {

  private static final List<String> TASKS =
      List.of("branin-2d", "ackley-2d", "griewank-2d", "levy-2d@noise=0.1");
  private static final LocalDecaySearch LOCAL = new LocalDecaySearch(60, 0.25, 0.99, 10);

  @TempDir Path folder;

  @Test
  void searchWithoutModel_suggestsTheSameTogetherAndAlone() {
    assertTogetherIsAlone(
        histories ->
            new LockStep(histories, history -> LOCAL, OutputScaling.Z_SCORE, PaperMethods::byLot),
        0);
  }

  @Test
  void gaussianProcess_suggestsTheSameTogetherAndAlone() {
    assertTogetherIsAlone(
        histories -> GpMethods.withSearch(histories, history -> LOCAL, Device.CPU), 1e-9);
  }

  @Test
  void network_suggestsTheSameTogetherAndAlone() throws IOException {
    ModelFile model = TinyModels.plain(2);
    assertTogetherIsAlone(
        histories -> PfnMethod.onDevice(histories, model, history -> LOCAL, Device.CPU), 1e-9);
  }

  @Test
  void networkOnLibtorch_suggestsWhatTheLibrarySuggests() throws IOException {
    ModelFile model = TinyModels.plain(2);
    Path file = folder.resolve("plain.pfn");
    model.write(file);
    double[][] here =
        suggest(
            histories -> PfnMethod.onDevice(histories, model, history -> LOCAL, Device.CPU), TASKS);
    PfnModel loaded = PfnModel.load(file, 1);
    double[][] library =
        suggest(histories -> PfnMethod.onCpu(histories, loaded, history -> LOCAL), TASKS);
    for (int i = 0; i < here.length; i++) {
      assertThat(here[i]).containsExactly(library[i], Assertions.within(1e-9));
    }
  }

  private static void assertTogetherIsAlone(
      Function<List<RunHistory>, Proposer> starter, double tolerance) {
    double[][] together = suggest(starter, TASKS);
    for (int i = 0; i < TASKS.size(); i++) {
      double[][] alone = suggest(starter, List.of(TASKS.get(i)));
      assertThat(alone[0]).containsExactly(together[i], Assertions.within(tolerance));
    }
    assertThat(together[0]).isNotEqualTo(together[1]);
  }

  /** The third suggestion of each run, after two more observations. */
  private static double[][] suggest(
      Function<List<RunHistory>, Proposer> starter, List<String> tasks) {
    List<RunHistory> histories = new ArrayList<>();
    for (String name : tasks) {
      histories.add(history(Tasks.named(name)));
    }
    try (Proposer proposer = starter.apply(histories)) {
      for (int step = 0; step < 2; step++) {
        double[][] points = proposer.propose();
        for (int i = 0; i < points.length; i++) {
          Objective objective = Tasks.named(tasks.get(i)).objective(3);
          histories.get(i).add(points[i], objective.evaluate(points[i], 10 + step));
        }
      }
      return Arrays.stream(proposer.propose()).toArray(double[][]::new);
    }
  }

  private static RunHistory history(Task task) {
    Objective objective = task.objective(3);
    RunHistory history = new RunHistory(task.name() + " test", 3, 10, objective);
    double[][] design = task.initial(3);
    for (int i = 0; i < design.length; i++) {
      history.start(design[i], objective.evaluate(design[i], i));
    }
    return history;
  }
}
