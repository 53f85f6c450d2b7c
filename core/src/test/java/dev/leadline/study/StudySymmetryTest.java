package dev.leadline.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.early.EarlyStop;
import dev.leadline.search.NoiseKind;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whole studies that differ in what cannot matter suggest the same, bit for bit: to maximise is to
 * minimise the negative, and values have no unit and no zero.
 */
class StudySymmetryTest {

  private static final Space SPACE =
      Space.builder()
          .real("x", -1, 2)
          .logReal("rate", 1e-3, 1)
          .choice("c", "a", "b", "d")
          .flag("f")
          .when("rate", "f")
          .build();

  /** What a study may have besides its values. */
  private enum Kind {
    PLAIN,
    NOISY,
    FAILING,
    LIMITED,
    SEVERAL_GOALS,
    ENDING_EARLY
  }

  @ParameterizedTest
  @EnumSource
  void maximising_isMinimisingTheNegative(Kind kind) {
    assertThat(suggestions(kind, 1, 10, true, y -> -y))
        .isEqualTo(suggestions(kind, 1, 10, false, y -> y));
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void maximising_isMinimisingTheNegativeInVolume(Kind kind) {
    for (long seed = 2; seed < 5; seed++) {
      assertThat(suggestions(kind, seed, 40, true, y -> -y))
          .isEqualTo(suggestions(kind, seed, 40, false, y -> y));
    }
  }

  /** Values are multiples of 2^-20, so that these changes lose nothing. */
  @ParameterizedTest
  @EnumSource(names = {"PLAIN", "FAILING"})
  void unitsAndZeroOfValues_doNotMatter(Kind kind) {
    unitsAndZeroDoNotMatter(kind, 1, 10);
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(names = {"PLAIN", "NOISY", "FAILING", "ENDING_EARLY"})
  void unitsAndZeroOfValues_doNotMatterInVolume(Kind kind) {
    for (long seed = 2; seed < 5; seed++) {
      unitsAndZeroDoNotMatter(kind, seed, 40);
    }
  }

  private static void unitsAndZeroDoNotMatter(Kind kind, long seed, int trials) {
    List<Object> expected = suggestions(kind, seed, trials, false, y -> y);
    assertThat(suggestions(kind, seed, trials, false, y -> 0x1p-40 * y)).isEqualTo(expected);
    assertThat(suggestions(kind, seed, trials, false, y -> 0x1p100 * y)).isEqualTo(expected);
    assertThat(suggestions(kind, seed, trials, false, y -> y + 1000)).isEqualTo(expected);
    assertThat(suggestions(kind, seed, trials, false, y -> 8 * (y - 3))).isEqualTo(expected);
  }

  @Test
  void change_thatMatters_isSeen() {
    assertThat(suggestions(Kind.PLAIN, 1, 10, false, y -> y * y * y))
        .isNotEqualTo(suggestions(Kind.PLAIN, 1, 10, false, y -> y));
  }

  /** All configurations that a study suggests, and the numbers of its best trials. */
  private static List<Object> suggestions(
      Kind kind, long seed, int trials, boolean isMaximised, DoubleUnaryOperator change) {
    StudyBuilder builder =
        Study.builder(SPACE).strategy(Strategies.committee()).seed(seed).budget(trials);
    if (isMaximised) {
      builder.maximise();
    }
    switch (kind) {
      case NOISY -> builder.noise(NoiseKind.UNKNOWN);
      case LIMITED -> builder.limits(List.of(Limit.parse("mb <= 1.5")));
      case SEVERAL_GOALS -> {
        Direction direction = isMaximised ? Direction.MAXIMISE : Direction.MINIMISE;
        builder.goals(Goals.of(new Goal("s", direction), Goal.minimise("mb")));
      }
      case ENDING_EARLY -> builder.early(EarlyStop.parse("asha"));
      default -> {}
    }
    SplittableRandom random = new SplittableRandom(seed);
    List<Object> seen = new ArrayList<>();
    try (Study study = builder.build()) {
      for (int i = 0; i < trials; i++) {
        Trial trial = study.ask();
        seen.add(trial.configuration());
        double y = value(trial.configuration());
        y += kind == Kind.NOISY ? grid(0.1 * random.nextGaussian()) : 0;
        if (kind == Kind.FAILING && trial.configuration().real("x") > 1.2) {
          study.fail(trial, "no");
        } else if (kind != Kind.ENDING_EARLY
            || (study.report(trial.number(), 1, change.applyAsDouble(y + 1))
                && study.report(trial.number(), 3, change.applyAsDouble(y + 0.25)))) {
          study.tell(trial, change.applyAsDouble(y), Measurements.of("mb", memory(trial)));
        }
      }
      if (kind != Kind.SEVERAL_GOALS) { // they have no best trial
        seen.add(study.best().map(Trial::number));
        seen.add(study.recommend().map(Recommendation::configuration));
      }
    }
    return seen;
  }

  private static double memory(Trial trial) {
    return 2 - trial.configuration().real("x");
  }

  private static double value(Configuration c) {
    double rate = c.has("rate") ? Math.log10(c.real("rate")) + 1.5 : 0.7;
    double bowl = Math.pow(c.real("x") - 0.6, 2) + 0.3 * rate * rate;
    return grid(bowl + (c.choice("c").equals("b") ? 0 : 0.4) + 0.1 * Math.sin(9 * c.real("x")));
  }

  /** The nearest multiple of 2^-20. */
  private static double grid(double y) {
    return Math.rint(y * 0x1p20) * 0x1p-20;
  }
}
