package dev.leadline.storage.problem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.study.Direction;
import dev.leadline.study.Limit;
import dev.leadline.study.Measurements;
import dev.leadline.study.Trial;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BaselineTest {

  private static final Configuration TODAY = Configuration.empty().with("x", 4L);
  private static final Problem FASTER = problem(Direction.MINIMISE);
  private static final Problem MORE = problem(Direction.MAXIMISE);

  @Test
  void settingsOfToday_areTheDefaultsWhereAllHaveOneAndTheyAreAllowed() {
    assertThat(FASTER.baseline()).contains(TODAY);
    Space partly = Space.builder().integer("x", 0, 9).integer("y", 0, 9).defaults(TODAY).build();
    assertThat(FASTER.in(partly).baseline()).isEmpty();
    Space forbidden = Space.builder().integer("x", 0, 9).defaults(TODAY).require("x > 5").build();
    assertThat(FASTER.in(forbidden).baseline()).isEmpty();
    Space idle =
        Space.builder()
            .integer("x", 0, 9)
            .integer("y", 0, 9)
            .when("y", "x > 5")
            .defaults(TODAY)
            .build();
    assertThat(FASTER.in(idle).baseline()).contains(TODAY);
  }

  @Test
  void value_isTheMeanOfTheTrialsWithTheSettings() {
    Baseline baseline = baseline(FASTER, at(0, 4, 10), at(1, 3, 7), at(2, 4, 14));
    assertThat(baseline.value()).hasValue(12);
    assertThat(baseline.trial()).isZero();
    assertThat(baseline.has(2)).isTrue();
    assertThat(baseline.has(1)).isFalse();
    List<Trial> running = List.of(Trial.running(0, TODAY), at(1, 3, 7));
    assertThat(Baseline.of(FASTER, running)).isEmpty();
  }

  @Test
  void comparison_saysByWhichPartItIsBetter() {
    assertThat(baseline(FASTER, at(0, 4, 182)).words(121))
        .isEqualTo("p99_ms 121 instead of 182, 34 % better than your settings (trial 0)");
    assertThat(baseline(MORE, at(0, 4, 182)).comparison(121))
        .isEqualTo("34 % worse than your settings");
    assertThat(baseline(MORE, at(0, 4, 100)).comparison(1300))
        .isEqualTo("1200 % better than your settings");
    assertThat(baseline(FASTER, at(0, 4, -2)).comparison(-3))
        .isEqualTo("50 % better than your settings");
    assertThat(baseline(FASTER, at(0, 4, 5)).comparison(5)).isEqualTo("as good as your settings");
  }

  @Test
  void comparison_acrossZeroIsNoRatio() {
    assertThat(baseline(FASTER, at(0, 4, 0)).gain(-3)).isEmpty();
    assertThat(baseline(FASTER, at(0, 4, 1)).comparison(-0.5))
        .isEqualTo("1.5 better than your settings");
  }

  @Test
  void baselineWithoutASolution_saysSo() {
    Baseline failed = baseline(FASTER, Trial.failed(0, TODAY, "exit code 3"));
    assertThat(failed.words(7)).isEqualTo("your settings (trial 0) have no value: exit code 3");
    Problem limited = FASTER.within(Limit.parse("memory <= 5"));
    Baseline beyond =
        baseline(limited, Trial.completed(0, TODAY, 10, Measurements.of("memory", 6)));
    assertThat(beyond.words(5)).endsWith("(trial 0), which do not keep all limits");
  }

  private static Baseline baseline(Problem problem, Trial... trials) {
    Optional<Baseline> found = Baseline.of(problem, List.of(trials));
    assertThat(found).isPresent();
    return found.orElseThrow();
  }

  private static Trial at(int number, long x, double value) {
    return Trial.completed(number, Configuration.empty().with("x", x), value);
  }

  private static Problem problem(Direction direction) {
    Space space = Space.builder().integer("x", 0, 9).defaults(TODAY).build();
    return new Problem(space, direction, "p99_ms");
  }
}
