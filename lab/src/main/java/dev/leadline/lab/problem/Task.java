package dev.leadline.lab.problem;

/** A named family of objectives, one for each seed. Immutable and thread-safe. */
public interface Task {

  /** The name by which plans and records know the task, such as {@code ackley-10d@shift}. */
  String name();

  /** The name of the test function behind the task, without its number of inputs. */
  String functionName();

  /** The number of inputs, D. */
  int dimensions();

  /** The objective of the runs with this seed. */
  Objective objective(long seed);

  /** The number of initial points every method starts from: 10 up to two inputs, then 50. */
  default int initialPoints() {
    return dimensions() <= 2 ? 10 : 50;
  }

  /** The same with another number of initial points. */
  default Task from(int initialPoints) {
    return new StartedTask(this, initialPoints);
  }
}
