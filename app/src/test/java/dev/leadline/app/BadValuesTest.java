package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.search.NoiseKind;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.study.Recommendation;
import dev.leadline.study.Strategies;
import dev.leadline.study.Study;
import dev.leadline.study.Trial;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Objectives that nobody means to have: studies go on and suggest what makes sense. */
class BadValuesTest {

  private static final int TRIALS = 20;

  private static final Space SPACE =
      Space.builder().real("x", 0, 1).real("y", 0, 1).integer("n", 1, 5).flag("f").build();

  /** A value for the trial of this number at this place; NaN is a failure. */
  private enum Bad {
    HUGE {
      @Override
      double value(int trial, double x, double y) {
        return 1e300 * bowl(x, y);
      }
    },
    HUGE_OF_BOTH_SIGNS {
      @Override
      double value(int trial, double x, double y) {
        return 1e300 * (trial % 2 == 0 ? -1 : 1);
      }
    },
    ONE_IS_HUGE {
      @Override
      double value(int trial, double x, double y) {
        return trial == 3 ? Double.MAX_VALUE : bowl(x, y);
      }
    },
    TINY {
      @Override
      double value(int trial, double x, double y) {
        return 1e-300 * bowl(x, y);
      }
    },
    FAR_FROM_ZERO {
      @Override
      double value(int trial, double x, double y) {
        return 1e12 + 1e-3 * bowl(x, y);
      }
    },
    ALL_EQUAL {
      @Override
      double value(int trial, double x, double y) {
        return 7;
      }
    },
    ALL_BUT_ONE_EQUAL {
      @Override
      double value(int trial, double x, double y) {
        return trial == 5 ? 6 : 7;
      }
    },
    ALL_FAILED {
      @Override
      double value(int trial, double x, double y) {
        return Double.NaN;
      }
    },
    ALL_FAILED_BUT_ONE {
      @Override
      double value(int trial, double x, double y) {
        return trial == 8 ? 1e300 : Double.NaN;
      }
    },
    EVERY_OTHER_FAILED {
      @Override
      double value(int trial, double x, double y) {
        return trial % 2 == 0 ? bowl(x, y) : Double.NaN;
      }
    };

    abstract double value(int trial, double x, double y);

    static double bowl(double x, double y) {
      return (x - 0.3) * (x - 0.3) + (y - 0.6) * (y - 0.6);
    }
  }

  /** Those that say nothing about any place. */
  private static final Set<Bad> FLAT =
      EnumSet.of(Bad.ALL_EQUAL, Bad.ALL_FAILED, Bad.HUGE_OF_BOTH_SIGNS);

  static Stream<Arguments> studies() {
    return Arrays.stream(Bad.values())
        .flatMap(
            bad ->
                Stream.of(
                    Arguments.of(bad, "network", NoiseKind.NONE),
                    Arguments.of(bad, "committee", NoiseKind.UNKNOWN)));
  }

  @ParameterizedTest
  @MethodSource("studies")
  void study_ofBadValues_goesOn(Bad bad, String strategy, NoiseKind noise) {
    try (Study study = study(strategy, noise)) {
      for (int i = 0; i < TRIALS; i++) {
        evaluate(study, bad);
      }
      assertThat(study.trials())
          .extracting(trial -> trial.configuration().flag("f"))
          .contains(true, false);
      if (FLAT.contains(bad)) {
        assertThat(spread(study)).isGreaterThan(0.4);
      }
      if (noise == NoiseKind.NONE) {
        assertThat(study.trials()).extracting(Trial::configuration).doesNotHaveDuplicates();
      }
      study.recommend().ifPresent(BadValuesTest::isSensible);
      assertThat(study.recommend().isPresent()).isEqualTo(bad != Bad.ALL_FAILED);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"HUGE", "TINY", "ONE_IS_HUGE"})
  void minimum_ofValuesOfAnySize_isFound(Bad bad) {
    try (Study study = study("network", NoiseKind.NONE)) {
      for (int i = 0; i < TRIALS; i++) {
        evaluate(study, bad);
      }
      Configuration best = study.best().orElseThrow().configuration();
      assertThat(Bad.bowl(best.real("x"), best.real("y"))).isLessThan(0.01);
    }
  }

  private static Study study(String strategy, NoiseKind noise) {
    return Study.builder(SPACE)
        .strategy(Strategies.named(strategy))
        .noise(noise)
        .budget(TRIALS)
        .seed(1)
        .build();
  }

  private static void evaluate(Study study, Bad bad) {
    Trial trial = study.ask();
    trial.expectedImprovement().ifPresent(gain -> assertThat(gain).isNotNaN().isNotNegative());
    Configuration place = trial.configuration();
    study.tell(trial, bad.value(trial.number(), place.real("x"), place.real("y")));
  }

  private static void isSensible(Recommendation recommendation) {
    assertThat(new double[] {recommendation.low(), recommendation.median(), recommendation.high()})
        .isSorted();
    assertThat(recommendation.low()).isFinite();
    assertThat(recommendation.high()).isFinite();
  }

  /** How far x reaches after the first points. */
  private static double spread(Study study) {
    DoubleSummaryStatistics x =
        study.trials().stream()
            .skip(TRIALS / 2)
            .mapToDouble(trial -> trial.configuration().real("x"))
            .summaryStatistics();
    return x.getMax() - x.getMin();
  }
}
