package dev.leadline.lab.peers;

import dev.leadline.lab.experiment.Plan;
import dev.leadline.lab.functions.TestFunction;
import dev.leadline.lab.functions.TestFunctions;
import dev.leadline.lab.problem.InitialDesign;
import dev.leadline.lab.problem.Input;
import dev.leadline.lab.problem.Objective;
import dev.leadline.lab.problem.Seed;
import dev.leadline.lab.problem.Skew;
import dev.leadline.lab.problem.Suite;
import dev.leadline.lab.problem.Task;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes what a peer needs to run a plan: tasks, initial points with their values, test vectors.
 */
public final class PeerExport {

  private static final ObjectMapper JSON = JsonMapper.builder().build();
  private static final int VECTORS = 20;

  private PeerExport() {}

  /**
   * One run to make: where it starts, one number per parameter, and what its optimum is.
   *
   * @param used the indices of the inputs that the function gets
   * @param shift by how much each of these is moved
   * @param skew what bends the values before they are seen; null for nothing
   * @param values what is seen at the initial points
   * @param noise what comes on top of every evaluation of the run, the initial ones included
   */
  record Start(
      String task,
      String function,
      List<Input> inputs,
      long seed,
      int steps,
      double minimum,
      List<Integer> used,
      List<Double> shift,
      @Nullable Skew skew,
      List<List<Double>> initial,
      List<Double> values,
      List<Double> noise) {}

  /** A function with bounds, and its values at some points of the unit cube. */
  record Vector(
      String function,
      int dimensions,
      List<Double> lower,
      List<Double> upper,
      List<List<Double>> points,
      List<Double> values) {}

  /** The whole file. */
  record Contents(List<Vector> vectors, List<Start> runs) {}

  /** Writes the runs of a plan as JSON. */
  public static void write(Plan plan, Path file) {
    List<Start> runs = new ArrayList<>();
    for (Task task : plan.resolvedTasks()) {
      checkKnownToPeers(task);
      for (int seed = plan.first(); seed < plan.first() + plan.seeds(); seed++) {
        runs.add(start(task, seed, plan.stepsFor(task)));
      }
    }
    try {
      Files.writeString(file, JSON.writeValueAsString(new Contents(vectors(), runs)));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static void checkKnownToPeers(Task task) {
    if (Suite.of(task.name()) == Suite.FURTHER) {
      throw new IllegalArgumentException(
          "expected tasks whose functions peers know but got %s: they do not know those of further-*"
              .formatted(task.name()));
    }
  }

  private static Start start(Task task, long seed, int steps) {
    Objective objective = task.objective(seed);
    List<List<Double>> initial = new ArrayList<>();
    List<Double> values = new ArrayList<>();
    for (double[] point : InitialDesign.of(task, seed)) {
      values.add(objective.observe(point, initial.size()));
      initial.add(list(objective.parameters(point)));
    }
    IntStream evaluations = IntStream.range(0, initial.size() + steps);
    return new Start(
        task.name(),
        task.functionName(),
        objective.inputs(),
        seed,
        steps,
        objective.minimum(),
        Arrays.stream(objective.used()).boxed().toList(),
        list(objective.shift()),
        objective.skew().orElse(null),
        initial,
        values,
        evaluations.mapToObj(objective::disturbance).toList());
  }

  private static List<Vector> vectors() {
    List<Vector> vectors = new ArrayList<>();
    List<TestFunction> known = new ArrayList<>(TestFunctions.paper());
    known.addAll(TestFunctions.contested());
    for (TestFunction function : known) {
      SplittableRandom random = Seed.stream("vector " + function);
      List<List<Double>> points = new ArrayList<>();
      List<Double> values = new ArrayList<>();
      for (int i = 0; i < VECTORS; i++) {
        double[] point = random.doubles(function.dimensions()).toArray();
        points.add(list(point));
        values.add(function.atUnit(point));
      }
      vectors.add(
          new Vector(
              function.name(),
              function.dimensions(),
              list(function.lower()),
              list(function.upper()),
              points,
              values));
    }
    return vectors;
  }

  private static List<Double> list(double[] values) {
    return Arrays.stream(values).boxed().toList();
  }
}
