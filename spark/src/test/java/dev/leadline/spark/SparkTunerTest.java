package dev.leadline.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.storage.StoredStudy;
import dev.leadline.storage.StoredTrial;
import dev.leadline.storage.StudySetup;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkTunerTest {

  private static final int SLOTS = 4;
  private static final Space SPACE =
      Space.builder().real("x", -1, 2).integer("k", 1, 9).choice("c", "a", "b").flag("f").build();

  // Executors are threads of this process, but functions reach them as copies.
  private static final AtomicInteger INTERRUPTED = new AtomicInteger();
  private static final AtomicInteger NOW = new AtomicInteger();
  private static final AtomicInteger MOST = new AtomicInteger();

  private static JavaSparkContext spark;

  @TempDir Path directory;

  @BeforeAll
  static void start() {
    spark =
        new JavaSparkContext(
            new SparkConf()
                .setMaster("local[%d]".formatted(SLOTS))
                .setAppName("test")
                .set("spark.driver.host", "localhost")
                .set("spark.driver.bindAddress", "127.0.0.1")
                .set("spark.ui.enabled", "false"));
  }

  @AfterAll
  static void stop() {
    spark.stop();
  }

  @Test
  void study_endsWithExactlyItsBudgetEvaluatedSideBySide() throws Exception {
    List<Integer> submitted = new ArrayList<>();
    List<Integer> finished = new ArrayList<>();
    TrialListener listener =
        new TrialListener() {
          @Override
          public void submitted(dev.leadline.study.Trial trial) {
            submitted.add(trial.number());
          }

          @Override
          public void finished(Trial trial) {
            finished.add(trial.number());
          }
        };
    try (StoredStudy study = study(20)) {
      String why =
          SparkTuner.tune(
              spark, study, SparkTunerTest::crowded, SparkOptions.parallel(3).listener(listener));
      assertThat(why).contains("20");
      assertThat(study.trials()).hasSize(20).allMatch(t -> t.state() == TrialState.COMPLETED);
      assertThat(study.trials())
          .allSatisfy(t -> assertThat(t.value()).isEqualTo(value(t.configuration())));
      assertThat(submitted).hasSize(20).doesNotHaveDuplicates();
      assertThat(finished).containsExactlyInAnyOrderElementsOf(submitted);
      assertThat(MOST.get()).isEqualTo(3);
      assertThat(study.store().trials()).anyMatch(t -> t.pending().size() == 2);
      assertThat(study.store().trials()).allMatch(t -> t.attempts() == 1);
    }
  }

  @Test
  void exception_isAFailedTrialAndTheStudyGoesOn() throws Exception {
    try (StoredStudy study = study(12)) {
      SparkTuner.tune(spark, study, SparkTunerTest::picky, SparkOptions.parallel(SLOTS));
      List<Trial> failed =
          study.trials().stream().filter(t -> t.state() == TrialState.FAILED).toList();
      assertThat(study.trials()).hasSize(12);
      assertThat(failed)
          .isNotEmpty()
          .allMatch(t -> t.reason().equals("java.io.IOException: no b here"))
          .allMatch(t -> t.configuration().choice("c").equals("b"));
      assertThat(study.store().trials()).allMatch(t -> t.attempts() == 1);
    }
  }

  @Test
  void timeout_interruptsTheTaskAndFailsTheTrial() throws Exception {
    INTERRUPTED.set(0);
    try (StoredStudy study = study(2)) {
      SparkTuner.tune(
          spark,
          study,
          SparkTunerTest::endless,
          SparkOptions.parallel(2).timeout(Duration.ofMillis(200)));
      assertThat(study.trials())
          .hasSize(2)
          .allMatch(t -> t.reason().equals("timed out after 0.2 s"));
      for (int i = 0; i < 100 && INTERRUPTED.get() < 2; i++) {
        Thread.sleep(50);
      }
      assertThat(INTERRUPTED).hasValue(2);
    }
  }

  @Test
  void function_thatCannotTravelIsNamedBeforeAnyTrial() {
    Thread stranger = Thread.currentThread();
    try (StoredStudy study = study(5)) {
      assertThatThrownBy(
              () ->
                  SparkTuner.tune(
                      spark, study, c -> stranger.getPriority(), SparkOptions.parallel(1)))
          .isInstanceOf(ClusterException.class)
          .hasMessageContaining("holds a java.lang.Thread, which is not serialisable");
      assertThat(study.trials()).isEmpty();
    }
  }

  @Test
  void jobs_areCalledAfterTheStudyAndTheTrial() throws Exception {
    List<String> names = new CopyOnWriteArrayList<>();
    SparkListener listener =
        new SparkListener() {
          @Override
          public void onJobStart(SparkListenerJobStart job) {
            names.add(
                job.properties().getProperty("spark.jobGroup.id")
                    + " | "
                    + job.properties().getProperty("spark.job.description"));
          }
        };
    spark.sc().addSparkListener(listener);
    spark.setJobGroup("mine", "what I do");
    try (StoredStudy study = study(2)) {
      SparkTuner.tune(
          spark, study, SparkTunerTest::value, SparkOptions.parallel(1).name("furnace"));
      for (int i = 0; i < 100 && names.size() < 2; i++) {
        Thread.sleep(20); // listeners hear of things a little later
      }
      assertThat(names)
          .containsExactlyElementsOf(
              study.trials().stream()
                  .map(t -> "furnace | trial %d: %s".formatted(t.number(), t.configuration()))
                  .toList());
    } finally {
      spark.sc().removeSparkListener(listener);
    }
    assertThat(spark.getLocalProperty("spark.jobGroup.id")).isEqualTo("mine");
    spark.clearJobGroup();
  }

  @Test
  void driver_thatStopsResumesWithTheSameBudget() throws Exception {
    Path file = directory.resolve("furnace.db");
    StudySetup setup = StudySetup.minimise(SPACE).strategy("sobol").budget(15);
    Thread driver = Thread.currentThread();
    TrialListener stopper =
        new TrialListener() {
          private int count;

          @Override
          public void finished(Trial trial) {
            if (++count == 4) {
              driver.interrupt();
            }
          }
        };
    try (StoredStudy study = StoredStudy.open(file, setup)) {
      assertThatThrownBy(
              () ->
                  SparkTuner.tune(
                      spark,
                      study,
                      SparkTunerTest::slowly,
                      SparkOptions.parallel(SLOTS).listener(stopper)))
          .isInstanceOf(InterruptedException.class);
    }
    try (StoredStudy study = StoredStudy.open(file, setup)) {
      SparkTuner.tune(spark, study, SparkTunerTest::slowly, SparkOptions.parallel(SLOTS));
      assertThat(study.trials()).hasSize(15).allMatch(t -> t.state() == TrialState.COMPLETED);
      assertThat(study.store().trials().stream().filter(t -> t.attempts() == 2))
          .as("those that ran when it stopped")
          .hasSizeBetween(1, SLOTS);
    }
  }

  @Test
  void study_withoutAnEndIsRefused() {
    StudySetup endless = StudySetup.minimise(SPACE).strategy("sobol");
    try (StoredStudy study = StoredStudy.inMemory(endless)) {
      assertThatThrownBy(
              () -> SparkTuner.tune(spark, study, SparkTunerTest::value, SparkOptions.parallel(1)))
          .hasMessageContaining("expected a study with a budget");
    }
  }

  @Test
  void configuration_arrivesAsItWasSent() {
    Configuration sent =
        Configuration.empty().with("x", 0.1).with("k", 3).with("c", "a").with("f", true);
    Configuration arrived = SettingsWork.of(c -> 0, sent).configuration();
    assertThat(arrived).isEqualTo(sent);
    assertThat(StoredTrial.texts(arrived)).isEqualTo(StoredTrial.texts(sent));
  }

  private static StoredStudy study(int trials) {
    return StoredStudy.inMemory(StudySetup.minimise(SPACE).strategy("sobol").budget(trials));
  }

  private static double value(Configuration c) {
    return c.real("x") * c.real("x") + c.integer("k") + (c.flag("f") ? 1 : 0);
  }

  /** The first ones wait for each other, however slowly tasks start; then each stays a while. */
  private static double crowded(Configuration c) throws InterruptedException {
    MOST.accumulateAndGet(NOW.incrementAndGet(), Math::max);
    for (int i = 0; i < 1000 && MOST.get() < 3; i++) {
      Thread.sleep(10);
    }
    Thread.sleep(20);
    NOW.decrementAndGet();
    return value(c);
  }

  private static double slowly(Configuration c) throws InterruptedException {
    Thread.sleep(100);
    return value(c);
  }

  private static double picky(Configuration c) throws Exception {
    if (c.choice("c").equals("b")) {
      throw new java.io.IOException("no b here");
    }
    return value(c);
  }

  private static double endless(Configuration c) {
    try {
      Thread.sleep(60_000);
      return value(c);
    } catch (InterruptedException e) {
      INTERRUPTED.incrementAndGet();
      return Double.NaN;
    }
  }
}
