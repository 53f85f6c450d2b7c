package dev.leadline.lab.command;

import dev.leadline.lab.measure.ScaleSimulation.StepCosts;
import dev.leadline.lab.measure.ScaleSimulation.Workload;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.storage.StoredStudy;
import dev.leadline.storage.StudySetup;
import dev.leadline.study.Trial;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A study in a file on which many work: what its steps cost, and how many trials workers finish.
 * Immutable and thread-safe.
 *
 * @param directory an empty one
 * @param strategy that suggests
 */
record SharedFile(Path directory, String strategy) {

  private static final int WARM = 60;
  private static final int MEASURED = 60;

  private interface Step {
    void run();
  }

  /** The costs of one worker that is alone, and of one that comes after others. */
  StepCosts costs() {
    StudySetup setup = setup();
    Path file = directory.resolve("costs.db");
    double[] suggestion = new double[1];
    try (StoredStudy memory = StoredStudy.inMemory(setup)) {
      work(memory, WARM, new double[2]);
      double[] sums = new double[2];
      work(memory, MEASURED, sums);
      suggestion[0] = sums[0] / MEASURED;
    }
    try (StoredStudy first = StoredStudy.open(file, setup);
        StoredStudy second = StoredStudy.open(file, setup)) {
      work(first, WARM, new double[2]);
      second.tell(second.ask(), 1);
      double[] sums = new double[2];
      work(first, MEASURED, sums);
      double late = seconds(() -> second.tell(second.ask(), 1));
      double ask = sums[0] / MEASURED;
      double tell = sums[1] / MEASURED;
      return new StepCosts(
          suggestion[0],
          Math.max(0, late - ask - tell) / MEASURED,
          Math.max(0, ask - suggestion[0]),
          tell);
    }
  }

  /**
   * Lets workers work for some time, each with a session of its own, and counts.
   *
   * @return the trials they finished in a second, the first third of the time left out
   */
  double trialsPerSecond(Workload load, double time) throws InterruptedException {
    Path file = directory.resolve("workers-%d.db".formatted(load.workers()));
    ExecutorService pool = Executors.newFixedThreadPool(load.workers());
    List<StoredStudy> sessions = new ArrayList<>();
    AtomicLong counted = new AtomicLong();
    try {
      for (int i = 0; i < load.workers(); i++) {
        sessions.add(StoredStudy.open(file, setup()));
      }
      long begin = System.nanoTime();
      List<Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < load.workers(); i++) {
        Worker worker = new Worker(sessions.get(i), new Random(i), load.seconds(), begin, time);
        workers.add(pool.submit(() -> worker.work(counted)));
      }
      for (Future<?> worker : workers) {
        worker.get();
      }
      return counted.get() / (time * 2 / 3);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a worker failed: " + e.getCause(), e.getCause());
    } finally {
      pool.shutdownNow();
      sessions.forEach(StoredStudy::close);
    }
  }

  /** One worker: evaluates, tells, asks. */
  private record Worker(StoredStudy study, Random random, double seconds, long begin, double time) {

    private Void work(AtomicLong counted) throws InterruptedException {
      while (age() < time) {
        Trial trial = study.ask();
        TimeUnit.NANOSECONDS.sleep((long) (1e9 * seconds * (0.5 + random.nextDouble())));
        study.tell(trial, value(trial.configuration()));
        if (age() > time / 3 && age() <= time) {
          counted.incrementAndGet();
        }
      }
      return null;
    }

    private double age() {
      return (System.nanoTime() - begin) / 1e9;
    }
  }

  private StudySetup setup() {
    Space space = Space.builder().real("x", 0, 1).real("y", 0, 1).build();
    return StudySetup.minimise(space).strategy(strategy);
  }

  private static void work(StoredStudy study, int trials, double[] sums) {
    for (int i = 0; i < trials; i++) {
      Trial[] trial = new Trial[1];
      sums[0] += seconds(() -> trial[0] = study.ask());
      sums[1] += seconds(() -> study.tell(trial[0], value(trial[0].configuration())));
    }
  }

  private static double value(Configuration c) {
    return Math.sin(5 * c.real("x")) + c.real("y");
  }

  private static double seconds(Step step) {
    long begin = System.nanoTime();
    step.run();
    return (System.nanoTime() - begin) / 1e9;
  }
}
