package dev.leadline.lab.method;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.lab.problem.Objective;
import dev.leadline.lab.problem.Task;
import dev.leadline.lab.problem.Tasks;
import dev.leadline.torch.tensor.Device;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CmaEsRunTest {

  @ParameterizedTest
  @ValueSource(strings = {"styblinskitang-1d", "levy-2d", "rosenbrock-5d"})
  void run_findsBetterPointsThanTheInitialOnes(String name) {
    RunHistory history = history(name, 0);
    double before = lowest(history);
    double minimum = Tasks.named(name).objective(0).minimum();
    drive(history, name, 300);
    double after = lowest(history);
    assertThat(after - minimum).isLessThan(0.05 * (before - minimum) + 1e-12);
  }

  private static double lowest(RunHistory history) {
    return Arrays.stream(history.observations().values()).min().orElseThrow();
  }

  @Test
  void run_restartsAfterConvergence() {
    RunHistory history = history("styblinskitang-1d", 2);
    List<double[]> points = drive(history, "styblinskitang-1d", 600);
    double last = points.get(points.size() - 1)[0];
    assertThat(points).anySatisfy(point -> assertThat(Math.abs(point[0] - last)).isGreaterThan(.3));
  }

  @Test
  void run_continuesWhereItWasInterrupted() {
    RunHistory whole = history("levy-2d", 1);
    List<double[]> all = drive(whole, "levy-2d", 60);
    RunHistory resumed = history("levy-2d", 1);
    Objective objective = Tasks.named("levy-2d").objective(1);
    all.subList(0, 33).forEach(point -> resumed.add(point, objective.evaluate(point, 0)));
    List<double[]> rest = drive(resumed, "levy-2d", 27);
    for (int i = 0; i < rest.size(); i++) {
      assertThat(rest.get(i)).isEqualTo(all.get(33 + i));
    }
  }

  static RunHistory history(String name, long seed) {
    Task task = Tasks.named(name);
    Objective objective = task.objective(seed);
    RunHistory history = new RunHistory(name + " test", seed, 1000, objective);
    for (double[] point : task.initial(seed)) {
      history.start(point, objective.evaluate(point, 0));
    }
    return history;
  }

  private static List<double[]> drive(RunHistory history, String name, int steps) {
    Objective objective = Tasks.named(name).objective(1);
    List<double[]> points = new ArrayList<>();
    try (Proposer proposer =
        Methods.named("cma-es", new MethodContext(Device.CPU, Map.of())).start(List.of(history))) {
      for (int i = 0; i < steps; i++) {
        double[] point = proposer.propose()[0];
        points.add(point);
        history.add(point, objective.evaluate(point, 0));
      }
    }
    return points;
  }
}
