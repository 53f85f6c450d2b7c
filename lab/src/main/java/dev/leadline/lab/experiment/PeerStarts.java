package dev.leadline.lab.experiment;

import dev.leadline.lab.functions.TestFunction;
import dev.leadline.lab.functions.TestFunctions;
import dev.leadline.lab.method.EarlierStudies;
import dev.leadline.lab.problem.Objective;
import dev.leadline.lab.problem.Seed;
import dev.leadline.lab.problem.Task;
import dev.leadline.study.RelatedStudy;
import dev.leadline.study.Trial;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import tools.jackson.databind.json.JsonMapper;

/**
 * The runs of a plan for programs in other languages: they evaluate the functions themselves and
 * check their values at the vectors.
 *
 * @param vectors values of the test functions at some points
 * @param tasks what else tasks have to say of themselves
 * @param runs where each run starts
 * @param earlier what runs are told of, where the plan has methods that learn from earlier studies
 */
public record PeerStarts(
    List<Vector> vectors, List<Record> tasks, List<Record> runs, List<Earlier> earlier) {

  private static final int VECTORS = 20;

  /** A function with bounds, and its values at some points of the unit cube. */
  record Vector(
      String function,
      int dimensions,
      List<Double> lower,
      List<Double> upper,
      List<List<Double>> points,
      List<Double> values) {}

  /** What the run of a task is told of a study of another one, in the parameters of its own. */
  record Earlier(
      String task, int seed, String of, List<List<Double>> points, List<Double> values) {}

  /** Those of a plan. */
  static PeerStarts of(Plan plan) {
    List<Record> runs = new ArrayList<>();
    List<Earlier> earlier = new ArrayList<>();
    EarlierStudies studies = EarlierStudies.related();
    boolean isTold = plan.methods().stream().anyMatch(method -> method.contains(":"));
    for (Task task : plan.resolvedTasks()) {
      for (int seed = plan.first(); seed < plan.first() + plan.seeds(); seed++) {
        runs.add(task.start(seed, plan.stepsFor(task)));
        if (isTold) {
          for (RelatedStudy study : studies.studies(task.problem(seed), seed)) {
            earlier.add(earlier(task, seed, study));
          }
        }
      }
    }
    return new PeerStarts(
        List.of(TestFunctions.paper(), TestFunctions.illConditioned()).stream()
            .flatMap(Collection::stream)
            .map(PeerStarts::vector)
            .toList(),
        plan.resolvedTasks().stream().map(Task::description).flatMap(Optional::stream).toList(),
        runs,
        earlier);
  }

  private static Earlier earlier(Task task, int seed, RelatedStudy study) {
    Objective objective = task.objective(seed);
    List<Trial> trials = study.match(objective.space(), study.goals()).study().trials();
    return new Earlier(
        task.name(),
        seed,
        study.name(),
        Seed.lists(
            trials.stream()
                .map(trial -> objective.space().encode(trial.configuration()))
                .map(objective::parameters)
                .toList()),
        trials.stream().map(Trial::value).toList());
  }

  /** Writes those of a plan as JSON. */
  public static void write(Plan plan, Path file) {
    try {
      Files.writeString(file, JsonMapper.builder().build().writeValueAsString(of(plan)));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static Vector vector(TestFunction function) {
    SplittableRandom random = Seed.stream("vector " + function);
    List<double[]> points =
        IntStream.range(0, VECTORS)
            .mapToObj(i -> random.doubles(function.dimensions()).toArray())
            .toList();
    return new Vector(
        function.name(),
        function.dimensions(),
        DoubleStream.of(function.lower()).boxed().toList(),
        DoubleStream.of(function.upper()).boxed().toList(),
        Seed.lists(points),
        points.stream().map(function::atUnit).toList());
  }
}
