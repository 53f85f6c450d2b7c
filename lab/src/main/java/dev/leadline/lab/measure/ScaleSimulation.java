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

  /**
   * What the steps of a study cost, in seconds. Immutable and thread-safe.
   *
   * @param suggestion making one suggestion; only one is made at a time in a study
   * @param news learning of one trial that another worker finished, before a suggestion; nothing
   *     where one server makes all suggestions
   * @param claim adding the trial to the store, which has one writer
   * @param tell adding its result
   */
  public record StepCosts(double suggestion, double news, double claim, double tell) {

    public StepCosts {
      if (!(suggestion >= 0 && news >= 0 && claim >= 0 && tell >= 0)) {
        throw new IllegalArgumentException(
            "expected costs of 0 or more but got %s, %s, %s and %s"
                .formatted(suggestion, news, claim, tell));
      }
    }

    /** The same with one server that makes all suggestions. */
    public StepCosts served() {
      return new StepCosts(suggestion, 0, claim, tell);
    }
  }

  /**
   * How well many workers got on. Immutable and thread-safe.
   *
   * @param trialsPerSecond finished by all
   * @param busy the part of the time in which a worker evaluates
   * @param suggester the part of the time in which a study's suggester is at work
   * @param writer the part of the time in which a store's writer is at work
   */
  public record Traffic(double trialsPerSecond, double busy, double suggester, double writer) {

    private static final double FULL = 0.95;

    /** What holds the workers up, if something does. */
    public String bottleneck() {
      if (suggester >= FULL) {
        return "suggester";
      }
      return writer >= FULL ? "writer" : "none";
    }
  }

  /**
   * Workers and what they work on. Immutable and thread-safe.
   *
   * @param seconds how long an evaluation takes, on average
   * @param studies over which the workers are spread; each has a suggester and a store of its own
   * @param ahead how many suggestions are made at once, for workers that will come
   */
  public record Workload(int workers, double seconds, int studies, int ahead) {

    public Workload {
      if (workers < 1 || !(seconds > 0) || studies < 1 || studies > workers || ahead < 1) {
        throw new IllegalArgumentException(
            "expected workers, a time, at most as many studies and suggestions ahead but got %d, %s, %d and %d"
                .formatted(workers, seconds, studies, ahead));
      }
    }

    /** All workers on one study, every suggestion made when it is asked for. */
    public static Workload of(int workers, double seconds) {
      return new Workload(workers, seconds, 1, 1);
    }
  }
}
