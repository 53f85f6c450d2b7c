package dev.leadline.lab.problem;

/** A task with another number of initial points. */
record StartedTask(Task task, int initialPoints) implements Task {

  @Override
  public String name() {
    return task.name();
  }

  @Override
  public String functionName() {
    return task.functionName();
  }

  @Override
  public int dimensions() {
    return task.dimensions();
  }

  @Override
  public Problem problem(long seed) {
    return task.problem(seed);
  }
}
