package dev.leadline.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.storage.StoredStudy;
import dev.leadline.storage.StudySetup;
import dev.leadline.study.Trial;
import java.lang.management.ManagementFactory;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a cluster costs beside a plain pool of threads: the same study on both, in turns. */
@Tag("bench")
class OverheadTest {

  /* The pool is what one writes without Spark: one thread asks and tells, the others evaluate. The
  ideal is the time of the evaluations alone, spread without a gap. Suggestions are made one after
  the other in both. Processor time is told beside, because it does not depend on what else the
  machine does. */

  private static final int TRIALS = 1000;
  private static final int PARALLELISM = 8;
  private static final long MILLIS = 10;
  private static final double IDEAL = TRIALS * MILLIS / 1e3 / PARALLELISM;
  private static final Space SPACE = Space.builder().real("x", 0, 1).real("y", 0, 1).build();
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  /** Seconds by the clock, seconds of the processors, seconds spent in suggestions. */
  private record Cost(double wall, double processor, double suggestions) {

    private static Cost since(long wall, long processor, long suggestions) {
      return new Cost(
          (System.nanoTime() - wall) / 1e9,
          (SYSTEM.getProcessCpuTime() - processor) / 1e9,
          suggestions / 1e9);
    }
  }

  @Test
  void spark_costsAtMostHalfOfTheIdealOnTop() throws InterruptedException {
    SparkConf conf =
        new SparkConf()
            .setMaster("local[%d]".formatted(PARALLELISM))
            .setAppName("overhead")
            .set("spark.driver.host", "localhost")
            .set("spark.driver.bindAddress", "127.0.0.1")
            .set("spark.ui.enabled", "false");
    double best = Double.POSITIVE_INFINITY;
    System.out.println(
        "| ideal s | suggestions s | threads s | Spark s | allowed s | Spark ms of processor a trial |");
    System.out.println("|---:|---:|---:|---:|---:|---:|");
    try (JavaSparkContext spark = new JavaSparkContext(conf)) {
      for (int round = 0; round < 4; round++) {
        onSpark(spark); // until it is compiled
      }
      for (int round = 0; round < 4; round++) {
        Cost pool = onPool();
        Cost cluster = onSpark(spark);
        double allowed = 1.5 * IDEAL + pool.suggestions;
        best = Math.min(best, cluster.wall / allowed);
        System.out.printf(
            "| %.2f | %.2f | %.2f | %.2f | %.2f | %.2f |%n",
            IDEAL,
            pool.suggestions,
            pool.wall,
            cluster.wall,
            allowed,
            1e3 * cluster.processor / TRIALS);
      }
    }
    assertThat(best).as("the best of four rounds, as a part of what is allowed").isLessThan(1);
  }

  private static Cost onSpark(JavaSparkContext spark) throws InterruptedException {
    try (StoredStudy study = study()) {
      long wall = System.nanoTime();
      long processor = SYSTEM.getProcessCpuTime();
      SparkTuner.tune(spark, study, OverheadTest::sleep, SparkOptions.parallel(PARALLELISM));
      return Cost.since(wall, processor, 0);
    }
  }

  private static Cost onPool() throws InterruptedException {
    record Told(Trial trial, double value) {}
    ExecutorService pool = Executors.newFixedThreadPool(PARALLELISM);
    BlockingQueue<Told> ended = new LinkedBlockingQueue<>();
    try (StoredStudy study = study()) {
      long wall = System.nanoTime();
      long processor = SYSTEM.getProcessCpuTime();
      long suggestions = 0;
      int running = 0;
      for (int asked = 0; asked < TRIALS || running > 0; ) {
        while (asked < TRIALS && running < PARALLELISM) {
          long before = System.nanoTime();
          Trial trial = study.ask();
          suggestions += System.nanoTime() - before;
          pool.execute(() -> ended.add(new Told(trial, sleep(trial.configuration()))));
          asked++;
          running++;
        }
        Told told = ended.take();
        study.tell(told.trial(), told.value());
        running--;
      }
      return Cost.since(wall, processor, suggestions);
    } finally {
      pool.shutdown();
    }
  }

  private static StoredStudy study() {
    return StoredStudy.inMemory(StudySetup.minimise(SPACE).strategy("sobol").budget(TRIALS));
  }

  private static double sleep(Configuration c) {
    try {
      Thread.sleep(MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return c.real("x") + c.real("y");
  }
}
