package dev.leadline.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.study.Strategies;
import dev.leadline.study.Study;
import dev.leadline.study.Trial;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionsTest {

  /**
   * A collector with settings of its own, one of them nested; declared before what they hang on.
   */
  private static final Space SPACE =
      Space.builder()
          .real("share", 0, 1)
          .integer("region", 1, 32)
          .choice("gc", "g1", "parallel", "z")
          .flag("adaptive")
          .when("region", "gc == 'g1'")
          .when("adaptive", "gc == 'g1'")
          .when("share", "not adaptive")
          .build();

  @Test
  void configuration_hasWhatCounts() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 300; i++) {
      double[] point = random.doubles(SPACE.dimensions()).toArray();
      Configuration c = SPACE.decode(point);
      assertThat(c.has("region")).isEqualTo(c.choice("gc").equals("g1"));
      assertThat(c.has("adaptive")).isEqualTo(c.choice("gc").equals("g1"));
      assertThat(c.has("share")).isEqualTo(c.has("adaptive") && !c.flag("adaptive"));
      double[] snapped = SPACE.snap(point);
      assertThat(SPACE.snap(snapped)).containsExactly(snapped);
      assertThat(SPACE.decode(snapped)).isEqualTo(c);
      assertThat(SPACE.conform(c)).isEqualTo(c);
    }
  }

  @Test
  void twoConfigurations_areAlikeInWhatBothLack() {
    double[] one = SPACE.snap(new double[] {0.1, 0.2, 0, 1, 0, 0.9, 0, 0});
    double[] other = SPACE.snap(new double[] {0.9, 0.8, 0, 1, 0, 0.1, 1, 1});
    assertThat(one).containsExactly(other);
    assertThat(one).containsExactly(0.5, 0.5, 0, 1, 0, 0.5, 0, 0);
  }

  @Test
  void conditionsHaveACoordinateOfTheirOwn_oneForEachThatIsDifferent() {
    assertThat(SPACE.coordinates().stream().filter(c -> c.kind() == Coordinate.Kind.CONDITION))
        .hasSize(2);
    Configuration g1 =
        Configuration.empty().with("region", 4L).with("gc", "g1").with("adaptive", true);
    assertThat(SPACE.encode(g1)).endsWith(1, 0);
    assertThat(SPACE.encode(SPACE.conform(g1.with("adaptive", false).with("share", 0.25))))
        .startsWith(0.25)
        .endsWith(1, 1);
  }

  @Test
  void readingDropsWhatDoesNotCountAndWantsWhatDoes() {
    assertThat(SPACE.parse(Map.of("gc", "z", "region", "4")).values()).containsOnlyKeys("gc");
    assertThatThrownBy(() -> SPACE.parse(Map.of("gc", "g1", "region", "4")))
        .hasMessageContaining("expected a value for 'adaptive'");
  }

  @Test
  void constraintOnWhatDoesNotCount_doesNotApply() {
    Space space =
        Space.builder()
            .integer("heap", 1, 9)
            .integer("region", 1, 9)
            .flag("g1")
            .when("region", "g1")
            .require("region < heap")
            .build();
    assertThat(space.feasible(Configuration.empty().with("heap", 1L).with("g1", false))).isTrue();
    Configuration with = Configuration.empty().with("heap", 1L).with("region", 4L).with("g1", true);
    assertThat(space.feasible(with)).isFalse();
  }

  @Test
  void circle_isAnErrorWithItsPath() {
    assertThatThrownBy(
            () ->
                Space.builder()
                    .flag("a")
                    .flag("b")
                    .flag("c")
                    .when("a", "b")
                    .when("b", "c and not a")
                    .build())
        .hasMessageContaining("in a circle but got a -> b -> a; remove one");
    assertThatThrownBy(() -> Space.builder().flag("a").when("a", "a").build())
        .hasMessageContaining("a -> a");
    assertThatThrownBy(() -> Space.builder().flag("a").when("b", "a").build())
        .hasMessageContaining("one on 'b'");
    assertThatThrownBy(() -> Space.builder().flag("a").when("a", "b").build())
        .hasMessageContaining("but got 'b'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"committee", "sobol", "random"})
  void study_triesEveryConfigurationOnceAndThenEnds(String strategy) {
    Space few =
        Space.builder()
            .choice("gc", "g1", "z")
            .integer("region", 1, 12)
            .when("region", "gc == 'g1'")
            .build();
    Set<Configuration> seen = new HashSet<>();
    try (Study study = Study.builder(few).strategy(Strategies.named(strategy)).build()) {
      for (int i = 0; i < 13; i++) {
        Trial trial = study.ask();
        assertThat(seen.add(trial.configuration())).isTrue();
        study.tell(
            trial, trial.configuration().has("region") ? trial.configuration().real("region") : 5);
      }
      assertThatThrownBy(study::ask).isInstanceOf(SpaceExhaustedException.class);
    }
  }

  @Test
  void sidestepsAndSearch_staysWithinWhatCounts() {
    Space space =
        Space.builder()
            .choice("kind", "a", "b", "c")
            .real("x", 0, 1)
            .real("y", 0, 1)
            .when("x", "kind == 'a'")
            .when("y", "kind == 'b'")
            .build();
    try (Study study = Study.builder(space).strategy(Strategies.committee()).build()) {
      for (int i = 0; i < 40; i++) {
        Trial trial = study.ask();
        Configuration c = trial.configuration();
        study.tell(
            trial, c.has("x") ? Math.pow(c.real("x") - 0.3, 2) : c.has("y") ? 1 + c.real("y") : 2);
      }
      assertThat(study.best().orElseThrow().value()).isLessThan(1e-4);
    }
  }
}
