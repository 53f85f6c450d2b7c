package dev.leadline.spark;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.storage.StoredStudy;
import dev.leadline.storage.StudySetup;
import dev.leadline.study.Trial;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** A table of what a cluster costs beside a plain pool of threads: the same study on both. */
public final class Overhead {

  /* The pool is what a user would write without Spark: one thread asks and tells, the others
  evaluate. The ideal is the time of the evaluations alone, spread without a gap. Suggestions are
  made one after the other by one thread in both; the time they take is told beside. */

  private static final Space SPACE = Space.builder().real("x", 0, 1).real("y", 0, 1).build();

  private final String strategy;
  private final int trials;
  private final int parallelism;
  private final long millis;

  private Overhead(String strategy, int trials, int parallelism, long millis) {
    this.strategy = strategy;
    this.trials = trials;
    this.parallelism = parallelism;
    this.millis = millis;
  }

  /** Prints the table; arguments: strategy, trials, trials at once, milliseconds of a trial. */
  public static void main(String[] arguments) throws InterruptedException {
    Overhead overhead =
        new Overhead(
            arguments[0],
            Integer.parseInt(arguments[1]),
            Integer.parseInt(arguments[2]),
            Long.parseLong(arguments[3]));
    SparkConf conf =
        new SparkConf()
            .setIfMissing("spark.master", "local[%d]".formatted(overhead.parallelism))
            .setAppName("overhead")
            .set("spark.ui.enabled", "false");
    try (JavaSparkContext spark = new JavaSparkContext(conf)) {
      System.out.println(overhead.table(spark));
    }
  }

  private String table(JavaSparkContext spark) throws InterruptedException {
    onSpark(spark, Math.min(trials, 200)); // warm
    onPool(Math.min(trials, 200));
    StringBuilder table =
        new StringBuilder(
            "| | ideal s | threads s | Spark s | Spark / ideal |\n|---|---|---|---|---|\n");
    for (int round = 1; round <= 3; round++) {
      double ideal = trials * millis / 1e3 / parallelism;
      double pool = onPool(trials).toMillis() / 1e3;
      double cluster = onSpark(spark, trials).toMillis() / 1e3;
      table.append(
          "| %s, %d trials of %d ms, %d at once | %.2f | %.2f | %.2f | %.2f |%n"
              .formatted(
                  strategy, trials, millis, parallelism, ideal, pool, cluster, cluster / ideal));
    }
    return table.toString();
  }

  private Duration onSpark(JavaSparkContext spark, int count) throws InterruptedException {
    long length = millis;
    try (StoredStudy study = study(count)) {
      long start = System.nanoTime();
      SparkTuner.tune(spark, study, c -> sleep(c, length), SparkOptions.parallel(parallelism));
      return Duration.ofNanos(System.nanoTime() - start);
    }
  }

  private Duration onPool(int count) throws InterruptedException {
    record Told(Trial trial, double value) {}
    ExecutorService pool = Executors.newFixedThreadPool(parallelism);
    BlockingQueue<Told> ended = new LinkedBlockingQueue<>();
    try (StoredStudy study = study(count)) {
      long start = System.nanoTime();
      int running = 0;
      for (int asked = 0; asked < count || running > 0; ) {
        while (asked < count && running < parallelism) {
          Trial trial = study.ask();
          pool.execute(() -> ended.add(new Told(trial, sleep(trial.configuration(), millis))));
          asked++;
          running++;
        }
        Told told = ended.take();
        study.tell(told.trial(), told.value());
        running--;
      }
      return Duration.ofNanos(System.nanoTime() - start);
    } finally {
      pool.shutdown();
    }
  }

  private StoredStudy study(int count) {
    return StoredStudy.inMemory(StudySetup.minimise(SPACE).strategy(strategy).budget(count));
  }

  private static double sleep(Configuration c, long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return c.real("x") + c.real("y");
  }
}
