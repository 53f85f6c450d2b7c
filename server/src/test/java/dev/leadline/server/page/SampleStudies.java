package dev.leadline.server.page;

import dev.leadline.server.PlayedStudy;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceBuilder;
import dev.leadline.storage.StudySetup;
import dev.leadline.storage.StudySnapshot;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Direction;
import dev.leadline.study.Goal;
import dev.leadline.study.Goals;
import dev.leadline.study.Measurements;
import dev.leadline.study.Trial;
import java.util.function.ToDoubleFunction;

/** Studies of all the kinds that a page has to show. */
final class SampleStudies {

  /** What a page must show as it is. */
  static final String HOSTILE = "<img src=x onerror=\"document.title='taken'\">";

  private SampleStudies() {}

  static Space mixed() {
    return Space.builder()
        .logInteger("heap", 256, 4096)
        .choice("gc", "g1", HOSTILE, "zgc")
        .real("ratio", 0.1, 0.9)
        .flag("compact")
        .ordinal("size", 1, 2, 4, 8)
        .build();
  }

  /** Values with a slope in all inputs of {@link #mixed}; fails where the heap is small. */
  static double cost(Configuration c) {
    return c.integer("heap") < 300
        ? Double.NaN
        : Math.pow(Math.log((double) c.integer("heap")) - 7, 2)
            + (c.choice("gc").equals("g1") ? 0 : 2)
            + 3 * Math.pow(c.real("ratio") - 0.6, 2)
            + (c.flag("compact") ? 0.2 : 0)
            + 0.1 * c.integer("size");
  }

  static Space reals(int count) {
    SpaceBuilder builder = Space.builder();
    for (int i = 0; i < count; i++) {
      builder.real("a.rather.long.name." + i, 0, 1);
    }
    return builder.build();
  }

  static Space conditional() {
    return Space.builder()
        .real("x", 0, 1)
        .real("y", 0, 1)
        .real("z", 0, 1)
        .when("y", "x < 0.2")
        .when("z", "x >= 0.2")
        .build();
  }

  static double bowl(Configuration c) {
    return c.values().keySet().stream().mapToDouble(c::real).map(x -> (x - 0.3) * (x - 0.3)).sum();
  }

  /** A study with two goals. */
  static StudySnapshot ofTwoGoals(int trials) {
    Space space = Space.builder().logInteger("heap_mb", 256, 8192).real("share", 0, 1).build();
    StudySetup setup =
        StudySetup.of(
                new Problem(space, Direction.MINIMISE, Problem.UNNAMED)
                    .with(
                        Goals.of(
                            new Goal("p99_ms", Direction.MINIMISE),
                            new Goal("requests", Direction.MAXIMISE))))
            .command("./run --heap {heap_mb} --share {share}")
            .strategy("committee")
            .seed(5)
            .budget(trials + 10);
    return PlayedStudy.after(
        setup,
        study -> {
          for (int i = 0; i < trials; i++) {
            Trial trial = study.ask();
            double heap = trial.configuration().integer("heap_mb") / 1000.0;
            double share = trial.configuration().real("share");
            study.tell(
                trial,
                20 + 8 / heap + 30 * share * share,
                Measurements.of("requests", 900 * share + 40 * heap));
          }
        });
  }

  static StudySnapshot study(Space space, int trials, ToDoubleFunction<Configuration> objective) {
    return study(space, "cost " + HOSTILE, trials, objective);
  }

  static StudySnapshot study(
      Space space, String name, int trials, ToDoubleFunction<Configuration> objective) {
    StudySetup setup =
        StudySetup.of(new Problem(space, Direction.MINIMISE, name))
            .strategy("committee")
            .seed(5)
            .budget(trials + 10);
    return PlayedStudy.after(
        setup,
        study -> {
          for (int i = 0; i < trials; i++) {
            Trial trial = study.ask();
            double value = objective.applyAsDouble(trial.configuration());
            if (Double.isNaN(value)) {
              study.fail(trial, "out of memory " + HOSTILE);
            } else {
              study.tell(trial, value);
            }
          }
          if (trials > 0) {
            study.output(0, "tune.trials/0-1");
          }
        });
  }
}
