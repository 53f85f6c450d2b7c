package dev.leadline.lab.measure;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;

/** Events of workers that share studies, one after the other. For use by one thread. */
public final class ScaleSimulation {

  /* A worker evaluates, tells, asks and claims, for ever. Two things serve one at a time, in the
  order of arrival: the writer of a store, for a tell or a claim, and the suggester of a study.
  Evaluations take between half and one and a half of the average. The first third of the trials
  lets the crowd spread and is not counted. */

  private enum Step {
    EVALUATED,
    ASKS,
    CLAIMS
  }

  private record Event(double time, long order, int worker, Step step) {}

  private final StepCosts costs;
  private final Workload load;
  private final Random random;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingDouble(Event::time).thenComparingLong(Event::order));
  private final double[] writerFree;
  private final double[] suggesterFree;
  private final int[] stock;
  private final long[] finished;
  private final long[] seen;
  private long order;
  private double suggesting;
  private double writing;
  private double evaluating;

  private ScaleSimulation(StepCosts costs, Workload load, long seed) {
    this.costs = costs;
    this.load = load;
    this.random = new Random(seed);
    this.writerFree = new double[load.studies()];
    this.suggesterFree = new double[load.studies()];
    this.stock = new int[load.studies()];
    this.finished = new long[load.studies()];
    this.seen = new long[load.workers()];
  }

  /**
   * Lets workers work until so many trials are finished.
   *
   * @param trials at least three for each worker
   */
  public static Traffic run(StepCosts costs, Workload load, long trials, long seed) {
    if (trials < 3L * load.workers()) {
      throw new IllegalArgumentException(
          "expected at least 3 trials for each of %d workers but got %d"
              .formatted(load.workers(), trials));
    }
    return new ScaleSimulation(costs, load, seed).run(trials);
  }

  private Traffic run(long trials) {
    for (int worker = 0; worker < load.workers(); worker++) {
      add(0, worker, Step.ASKS);
    }
    long done = 0;
    double begin = 0;
    double now = 0;
    while (done < trials) {
      Event event = events.remove();
      now = event.time;
      if (event.step == Step.EVALUATED && ++done == trials / 3) {
        begin = now;
        suggesting = 0;
        writing = 0;
        evaluating = 0;
      }
      take(event);
    }
    double time = now - begin;
    return new Traffic(
        (done - trials / 3) / time,
        evaluating / time / load.workers(),
        suggesting / time / load.studies(),
        writing / time / load.studies());
  }

  private void take(Event event) {
    int study = event.worker % load.studies();
    switch (event.step) {
      case EVALUATED -> {
        finished[study]++;
        add(write(study, event.time, costs.tell()), event.worker, Step.ASKS);
      }
      case ASKS -> add(suggest(study, event), event.worker, Step.CLAIMS);
      case CLAIMS -> {
        double length = load.seconds() * (0.5 + random.nextDouble());
        evaluating += length;
        double start = write(study, event.time, costs.claim());
        add(start + length, event.worker, Step.EVALUATED);
      }
    }
  }

  private double write(int study, double time, double cost) {
    writerFree[study] = Math.max(time, writerFree[study]) + cost;
    writing += cost;
    return writerFree[study];
  }

  private double suggest(int study, Event event) {
    if (stock[study] > 0) {
      stock[study]--;
      return event.time;
    }
    double cost =
        load.ahead() * costs.suggestion() + costs.news() * (finished[study] - seen[event.worker]);
    seen[event.worker] = finished[study];
    stock[study] = load.ahead() - 1;
    suggesterFree[study] = Math.max(event.time, suggesterFree[study]) + cost;
    suggesting += cost;
    return suggesterFree[study];
  }

  private void add(double time, int worker, Step step) {
    events.add(new Event(time, order++, worker, step));
  }
}
