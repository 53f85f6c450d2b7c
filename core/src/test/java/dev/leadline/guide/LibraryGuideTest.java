package dev.leadline.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.chart.ConvergencePlot;
import dev.leadline.chart.ImportancePlot;
import dev.leadline.chart.SlicePlot;
import dev.leadline.early.EarlyStop;
import dev.leadline.insight.Importance;
import dev.leadline.insight.Slice;
import dev.leadline.search.NoiseKind;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceExhaustedException;
import dev.leadline.study.Front;
import dev.leadline.study.Goal;
import dev.leadline.study.Goals;
import dev.leadline.study.Limit;
import dev.leadline.study.Measurements;
import dev.leadline.study.Recommendation;
import dev.leadline.study.StopRule;
import dev.leadline.study.Strategies;
import dev.leadline.study.Study;
import dev.leadline.study.StudyListener;
import dev.leadline.study.StudyModel;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of the guide: each region is shown there word for word and runs here. */
class LibraryGuideTest {

  @TempDir Path directory;

  @Test
  void library() {
    // region: library
    Space space = Space.builder().real("x", -5, 10).real("y", 0, 15).build();
    Study study = Study.builder(space).seed(1).build();
    study.optimize(c -> branin(c.real("x"), c.real("y")), 40, 1); // 40 trials, one at a time
    System.out.println(study.best().orElseThrow());
    study.close();
    // end
    assertThat(study.best().orElseThrow().value()).isLessThan(0.6);
  }

  @Test
  void loop() {
    Space space = Space.builder().real("x", -5, 10).real("y", 0, 15).build();
    Study study = Study.builder(space).seed(1).build();
    // region: loop
    for (int i = 0; i < 40; i++) {
      Trial trial = study.ask();
      Configuration c = trial.configuration();
      study.tell(trial, branin(c.real("x"), c.real("y")));
    }
    // end
    assertThat(study.best().orElseThrow().value()).isLessThan(0.6);
    study.close();
  }

  @Test
  void insight() throws IOException {
    Space space = Space.builder().real("x", -5, 10).real("y", 0, 15).build();
    try (Study study = Study.builder(space).seed(1).build()) {
      study.optimize(c -> branin(c.real("x"), c.real("y")), 20, 1);
      // region: insight
      Configuration best = study.best().orElseThrow().configuration();
      System.out.println(study.predict(best.with("x", 3.0)).orElseThrow());
      try (StudyModel model = study.model().orElseThrow()) {
        List<Importance> importance = Importance.of(model, 1); // of every parameter
        Files.writeString(
            directory.resolve("importance.svg"), new ImportancePlot(importance).svg());
        List<Slice> slices = Slice.through(best, model); // predictions along each parameter
        Files.writeString(directory.resolve("slices.svg"), new SlicePlot("branin", slices).svg());
      }
      Files.writeString(directory.resolve("values.svg"), ConvergencePlot.of(study, "branin").svg());
      // end
      assertThat(directory).isDirectoryContaining(file -> file.endsWith("slices.svg"));
    }
  }

  @Test
  void spaces() {
    // region: spaces
    Space space =
        Space.builder()
            .logInteger("heap_mb", 256, 4096)
            .real("ratio", 0, 1)
            .logReal("rate", 1e-5, 1e-1)
            .integer("min_pool", 1, 32)
            .integer("max_pool", 1, 32)
            .choice("gc", "g1", "parallel", "z")
            .ordinal("batch", 16, 32, 64, 128)
            .flag("strings")
            .require("min_pool <= max_pool")
            .require("heap_mb >= 512 or gc != 'z'")
            .require(
                "pools are even", c -> (c.integer("min_pool") + c.integer("max_pool")) % 2 == 0)
            .build();
    // end
    try (Study study = Study.builder(space).strategy(Strategies.sobol()).build()) {
      study.ask(50).forEach(t -> assertThat(space.feasible(t.configuration())).isTrue());
    }
  }

  @Test
  void failures() {
    Space space = Space.builder().integer("n", 1, 8).build();
    try (Study study = Study.builder(space).build()) {
      String end = "";
      // region: failures
      try {
        while (true) {
          Trial trial = study.ask();
          try {
            study.tell(trial, measure(trial.configuration()));
          } catch (RuntimeException e) {
            study.fail(trial, e.toString());
          }
        }
      } catch (SpaceExhaustedException e) {
        end = e.getMessage();
      }
      // end
      assertThat(end).contains("used up");
      assertThat(study.trials()).filteredOn(t -> t.state() == TrialState.FAILED).hasSize(4);
    }
  }

  @Test
  void parallel() {
    Space space = Space.builder().real("x", -5, 10).real("y", 0, 15).build();
    Study study = Study.builder(space).seed(1).build();
    // region: parallel
    StudyListener listener =
        new StudyListener() {
          @Override
          public void onBest(Trial trial) {
            System.out.println("new best: " + trial);
          }
        };
    study.optimize(c -> branin(c.real("x"), c.real("y")), 20, 4, listener); // four at a time
    // end
    assertThat(study.trials()).hasSize(20).allMatch(t -> t.state() == TrialState.COMPLETED);
    study.close();
  }

  @Test
  void noise() {
    Space space = Space.builder().real("x", -5, 10).real("y", 0, 15).build();
    SplittableRandom random = new SplittableRandom(1);
    // region: noise
    Study study = Study.builder(space).noise(NoiseKind.UNKNOWN).build();
    study.observe(Configuration.empty().with("x", 3.0).with("y", 2.0), 1.9); // known beforehand
    for (int i = 0; i < 20; i++) {
      Trial trial = study.ask();
      Configuration c = trial.configuration();
      study.tell(trial, branin(c.real("x"), c.real("y")) + random.nextGaussian());
    }
    Recommendation recommended = study.recommend().orElseThrow();
    System.out.printf(
        "%s: %.2f (80 %%: %.2f to %.2f)%n",
        recommended.configuration(), recommended.median(), recommended.low(), recommended.high());
    // end
    assertThat(recommended.low()).isLessThan(recommended.high());
    study.close();
  }

  @Test
  void resume() {
    Space space = Space.builder().real("x", -5, 10).real("y", 0, 15).build();
    Study interrupted = Study.builder(space).seed(1).build();
    interrupted.ask(6).forEach(t -> interrupted.tell(t, t.number()));
    // region: resume
    List<Trial> record = interrupted.trials(); // keep these wherever you like
    Study resumed = Study.builder(space).seed(1).records(record).build();
    // end
    assertThat(resumed.ask()).isEqualTo(interrupted.ask());
    interrupted.close();
    resumed.close();
  }

  @Test
  void stop() {
    Space space = Space.builder().real("x", -5, 10).real("y", 0, 15).build();
    Study study = Study.builder(space).seed(1).build();
    Instant begin = Instant.now();
    // region: stop
    StopRule rule = StopRule.parse("best <= 0.4 or stalled >= 30 or minutes > 60 or chance < 0.02");
    Optional<String> reason = Optional.empty();
    while (reason.isEmpty()) {
      Trial trial = study.ask();
      Configuration c = trial.configuration();
      study.tell(trial, branin(c.real("x"), c.real("y")));
      reason = rule.reason(study, Duration.between(begin, Instant.now()), 0);
    }
    System.out.println("stopped by " + reason.get());
    // end
    assertThat(reason.get()).startsWith(rule.description());
    assertThat(study.trials()).hasSizeBetween(10, 80);
    study.close();
  }

  @Test
  void early() {
    Space space = Space.builder().logReal("rate", 0.01, 1).build();
    // region: early
    Study study = Study.builder(space).early(EarlyStop.parse("median after=3")).build();
    for (int i = 0; i < 12; i++) {
      Trial trial = study.ask();
      double rate = trial.configuration().real("rate");
      double loss = 1;
      boolean goesOn = true;
      for (int step = 1; step <= 20 && goesOn; step++) {
        loss *= Math.abs(1 - rate); // one step of learning
        goesOn = study.report(trial.number(), step, loss);
      }
      if (goesOn) {
        study.tell(trial, loss); // a trial that was stopped needs no result
      }
    }
    // end
    assertThat(study.trials()).extracting(Trial::state).contains(TrialState.STOPPED);
    assertThat(study.best().orElseThrow().value()).isLessThan(1e-3);
    study.close();
  }

  @Test
  void conditions() {
    // region: conditions
    Space space =
        Space.builder()
            .choice("gc", "g1", "parallel", "z")
            .logInteger("region_mb", 1, 32)
            .flag("adaptive")
            .real("share", 0, 1)
            .when("region_mb", "gc == 'g1'")
            .when("adaptive", "gc != 'z'")
            .when("share", "gc == 'g1' and not adaptive") // nested: adaptive must count itself
            .build();
    Study study = Study.builder(space).seed(1).build();
    Configuration c = study.ask().configuration();
    String region = c.has("region_mb") ? "-XX:G1HeapRegionSize=" + c.integer("region_mb") : "";
    // end
    assertThat(region.isEmpty()).isNotEqualTo(c.choice("gc").equals("g1"));
    study.close();
  }

  @Test
  void limits() {
    Space space = Space.builder().integer("threads", 1, 64).logInteger("queue", 1, 512).build();
    // region: limits
    Study study =
        Study.builder(space)
            .limits(List.of(Limit.parse("p99_ms <= 50"), Limit.parse("rss_mb <= 512")))
            .seed(1)
            .build();
    for (int i = 0; i < 20; i++) {
      Trial trial = study.ask();
      double threads = trial.configuration().real("threads");
      double queue = trial.configuration().real("queue");
      Measurements further =
          Measurements.of("p99_ms", 10 + threads * queue / 100).with("rss_mb", 100 + 9 * threads);
      study.tell(trial, 400 / threads + 50 / queue, further);
    }
    Trial best = study.best().orElseThrow(); // keeps both limits
    // end
    assertThat(best.measurements().get("p99_ms").orElseThrow()).isBetween(40.0, 50.0);
    assertThat(best.measurements().get("rss_mb").orElseThrow()).isBetween(450.0, 512.0);
    study.close();
  }

  @Test
  void start() {
    // region: start
    Space space =
        Space.builder()
            .real("x", -5, 10)
            .real("y", 0, 15)
            .defaults(Configuration.empty().with("y", 2.0)) // where a configuration does not say
            .build();
    Study study = Study.builder(space).seed(1).build();
    study.enqueue(Configuration.empty().with("x", 3.0)); // to be tried first
    study.observe(Configuration.empty().with("x", -3.0).with("y", 12.0), 0.5); // known already
    Trial first = study.ask(); // x=3.0, y=2.0
    // end
    assertThat(first.configuration())
        .isEqualTo(Configuration.empty().with("x", 3.0).with("y", 2.0));
    study.close();
  }

  @Test
  void goals() {
    // region: goals
    Space space = Space.builder().real("section", 1, 3).real("angle", 0, 90).build();
    Goals goals = Goals.of(Goal.minimise("weight"), Goal.maximise("strength"));
    Study study = Study.builder(space).goals(goals).seed(1).build();
    for (int i = 0; i < 15; i++) {
      Trial trial = study.ask();
      double section = trial.configuration().real("section");
      double slant = Math.toRadians(trial.configuration().real("angle"));
      double weight = section / Math.cos(slant / 2); // the first goal is the value
      study.tell(trial, weight, Measurements.of("strength", section * Math.sin(slant)));
    }
    for (Trial trial : Front.of(study).trials()) {
      System.out.println(trial.configuration() + " gives " + goals.values(trial));
    }
    // end
    assertThat(Front.of(study).trials()).hasSizeGreaterThan(4);
    study.close();
  }

  private static double measure(Configuration configuration) {
    long n = configuration.integer("n");
    if (n % 2 == 0) {
      throw new IllegalStateException("out of memory");
    }
    return n;
  }

  private static double branin(double x, double y) {
    double bend = y - 5.1 / (4 * Math.PI * Math.PI) * x * x + 5 / Math.PI * x - 6;
    return bend * bend + 10 * (1 - 1 / (8 * Math.PI)) * Math.cos(x) + 10;
  }
}
