package dev.leadline.lab.problem;

import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** A named family of objectives, one for each seed. Immutable and thread-safe. */
public interface Task {

  /** The name by which plans and records know the task, such as {@code ackley-10d@shift}. */
  String name();

  /** The name of the test function behind the task, without its number of inputs. */
  default String functionName() {
    return name();
  }

  /** The number of inputs, D. */
  int dimensions();

  /** What the runs with this seed work on. */
  Problem problem(long seed);

  /** The same of a task that has one value at every point. */
  default Objective objective(long seed) {
    if (problem(seed) instanceof Objective objective) {
      return objective;
    }
    throw new IllegalArgumentException("expected a task of one value everywhere but got " + name());
  }

  /** The number of initial points every method starts from: 10 up to two inputs, then 50. */
  default int initialPoints() {
    return dimensions() <= 2 ? 10 : 50;
  }

  /** The points every method starts from: uniform draws that depend on task and seed alone. */
  default double[][] initial(long seed) {
    Problem problem = problem(seed);
    SplittableRandom random = Seed.stream("initial " + name(), seed);
    return IntStream.range(0, initialPoints())
        .mapToObj(i -> problem.snap(random.doubles(dimensions()).toArray()))
        .toArray(double[][]::new);
  }

  /** The same with another number of initial points. */
  default Task from(int initialPoints) {
    return new StartedTask(this, initialPoints);
  }

  /** What programs in other languages need of the task beside its runs. */
  default Optional<Record> description() {
    return Optional.empty();
  }

  /** What they need to make one run of so many evaluations after the initial points. */
  default Record start(long seed, int steps) {
    return FunctionStart.of(this, seed, steps);
  }
}
