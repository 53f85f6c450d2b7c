package dev.leadline.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.leadline.search.NoiseKind;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.space.Value;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StudyModelTest {

  private final Space space = Space.builder().real("x", 0, 10).build();

  @Test
  void studyWithoutValues_hasNone() {
    try (Study study = study(Direction.MINIMISE)) {
      assertThat(study.model()).isEmpty();
      study.fail(study.ask(), "no disk");
      assertThat(study.model()).isEmpty();
    }
  }

  @Test
  void predictions_passThroughWhatWasSeenAndAreWiderElsewhere() {
    try (Study study = observed(Direction.MINIMISE, 0, 2, 4, 6, 8, 10);
        StudyModel model = study.model().orElseThrow()) {
      List<Prediction> at = model.at(List.of(x(4), x(5)));
      assertThat(at.get(0).median()).isCloseTo(height(4), within(0.3));
      assertThat(at.get(1).high() - at.get(1).low())
          .isGreaterThan(at.get(0).high() - at.get(0).low());
    }
  }

  @Test
  void maximising_isMinimisingUpsideDown() {
    try (Study down = observed(Direction.MINIMISE, 0, 3, 6, 9);
        Study up = observed(Direction.MAXIMISE, 0, 3, 6, 9);
        StudyModel low = down.model().orElseThrow();
        StudyModel high = up.model().orElseThrow()) {
      Prediction one = low.at(List.of(x(4.5))).get(0);
      Prediction other = high.at(List.of(x(4.5))).get(0);
      assertThat(other)
          .isEqualTo(
              new Prediction(
                  -one.median(), -one.high(), -one.low(), one.chance(), one.attraction()));
      assertThat(high.incumbent()).isEqualTo(-low.incumbent());
      assertThat(high.expectedImprovement(x(4.5))).isEqualTo(low.expectedImprovement(x(4.5)));
    }
  }

  @Test
  void incumbent_isTheBestValue() {
    try (Study study = observed(Direction.MINIMISE, 0, 3, 6, 9);
        StudyModel model = study.model().orElseThrow()) {
      assertThat(model.incumbent()).isCloseTo(height(3), within(1e-12));
    }
  }

  @Test
  void incumbentWhereValuesDoNotRepeat_isTheBestExpectedOne() {
    try (Study study =
        Study.builder(space).noise(NoiseKind.UNKNOWN).strategy(Strategies.committee()).build()) {
      for (double place : new double[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}) {
        study.observe(x(place), height(place));
      }
      study.observe(x(8.5), -30); // luck
      try (StudyModel model = study.model().orElseThrow()) {
        assertThat(model.incumbent()).isGreaterThan(-25);
      }
    }
  }

  /** All three are of one distribution: a gain is no larger than its chance and its reach allow. */
  @Test
  void gainChanceAndInterval_agreeWhereOneValueSticksOut() {
    try (Study study = observed(Direction.MINIMISE, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)) {
      study.observe(x(8.5), -30); // what the model does not believe
      try (StudyModel model = study.model().orElseThrow()) {
        assertThat(model.incumbent()).isCloseTo(-30, within(1e-9));
        for (double place = 0; place <= 10; place += 0.25) {
          Prediction at = model.at(List.of(x(place))).get(0);
          double gain = model.expectedImprovement(x(place));
          if (at.chance() < 0.01) {
            assertThat(gain).isZero();
          } else if (at.chance() < 0.1) {
            assertThat(at.low()).isGreaterThan(model.incumbent());
          } else {
            assertThat(at.low()).isLessThanOrEqualTo(model.incumbent());
          }
        }
      }
    }
  }

  @Test
  void suggestion_isAsAttractiveAsAnything() {
    try (Study study = observed(Direction.MINIMISE, 0, 3, 6, 9);
        StudyModel model = study.model().orElseThrow()) {
      Trial next = study.suggest();
      double best = model.at(List.of(next.configuration())).get(0).attraction();
      for (double x = 0; x <= 10; x += 0.125) {
        assertThat(model.at(List.of(x(x))).get(0).attraction()).isLessThanOrEqualTo(best + 0.01);
      }
      assertThat(model.expectedImprovement(next.configuration()))
          .isCloseTo(next.expectedImprovement().orElseThrow(), withinPercentage(10));
    }
  }

  @Test
  void runningTrial_takesTheAttractionButNotTheDoubt() {
    try (Study study = observed(Direction.MINIMISE, 0, 3, 6, 9)) {
      Configuration next;
      Prediction before;
      try (StudyModel model = study.model().orElseThrow()) {
        next = study.ask().configuration();
        before = model.at(List.of(next)).get(0);
      }
      try (StudyModel model = study.model().orElseThrow()) {
        Prediction after = model.at(List.of(next)).get(0);
        double elsewhere =
            IntStream.rangeClosed(0, 80)
                .mapToDouble(i -> model.at(List.of(x(i * 0.125))).get(0).attraction())
                .max()
                .orElseThrow();
        assertThat(after.attraction()).isLessThan(before.attraction() - 0.7);
        assertThat(after.attraction()).isLessThan(elsewhere);
        assertThat(after.low()).isEqualTo(before.low());
        assertThat(after.high()).isEqualTo(before.high());
      }
    }
  }

  @Test
  void configurationOfAnotherSpace_isRefused() {
    try (Study study = observed(Direction.MINIMISE, 0, 3);
        StudyModel model = study.model().orElseThrow()) {
      assertThatThrownBy(() -> model.at(List.of(x(11)))).hasMessageContaining("in [0.0, 10.0]");
    }
  }

  @Test
  void closedStudy_believesNothing() {
    Study study = observed(Direction.MINIMISE, 0, 3);
    study.close();
    assertThatThrownBy(study::model).hasMessageContaining("closed");
  }

  private Study observed(Direction direction, double... places) {
    Study study = study(direction);
    for (double place : places) {
      study.observe(x(place), direction == Direction.MINIMISE ? height(place) : -height(place));
    }
    return study;
  }

  private Study study(Direction direction) {
    return Study.builder(space).direction(direction).strategy(Strategies.committee()).build();
  }

  private static double height(double x) {
    return (x - 3.5) * (x - 3.5);
  }

  private static Configuration x(double x) {
    return Configuration.of(Map.of("x", new Value.Real(x)));
  }
}
