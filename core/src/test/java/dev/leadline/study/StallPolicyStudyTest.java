package dev.leadline.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.acquisition.Acquisition;
import dev.leadline.scaling.ModelUnits;
import dev.leadline.scaling.OutputScaling;
import dev.leadline.search.Design;
import dev.leadline.search.Maximiser;
import dev.leadline.search.Model;
import dev.leadline.search.ModelFree;
import dev.leadline.search.NoiseKind;
import dev.leadline.search.StallPolicy;
import dev.leadline.search.Strategy;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.surrogate.Observations;
import java.util.List;
import org.junit.jupiter.api.Test;

class StallPolicyStudyTest {

  private static final Space SQUARE = Space.builder().real("x", 0, 1).real("y", 0, 1).build();

  /** Closes up at every other trial from the ninth on if none is better than the first. */
  private static final StallPolicy EAGER = new StallPolicy(0, 6, 0);

  private final NearestSurrogate surrogate = new NearestSurrogate();

  private StudyBuilder nearest(Space space) {
    Model model =
        new Model(
            surrogate, new ModelUnits(OutputScaling.Z_SCORE), Acquisition.EXPECTED_IMPROVEMENT);
    return Study.builder(space)
        .strategy(Strategies.of(model, Maximiser.standard(), EAGER, Design.of(ModelFree.RANDOM)));
  }

  /** Tells values of which the first is the best. */
  private static void tellWorse(Study study, int trials) {
    for (int i = 0; i < trials; i++) {
      Trial trial = study.ask();
      study.tell(trial, 1 + i + trial.configuration().real("x"));
    }
  }

  @Test
  void stalledStudy_seesTheNearestInTheUnitCube() {
    Study study = nearest(SQUARE).build();
    tellWorse(study, 8);
    double[] best = SQUARE.encode(study.trials().get(0).configuration());
    Trial trial = study.ask();
    Observations seen = surrogate.last();
    assertThat(seen.size()).isEqualTo(6);
    double[] point = SQUARE.encode(trial.configuration());
    double widest =
        study.trials().stream()
            .map(Trial::configuration)
            .mapToDouble(c -> distance(best, SQUARE.encode(c)))
            .max()
            .orElseThrow();
    assertThat(distance(best, point)).isLessThan(widest);
    assertThat(trial.expectedImprovement().orElseThrow()).isPositive();
    study.tell(trial, 99);
    study.ask();
    assertThat(surrogate.last().size()).isEqualTo(9);
  }

  @Test
  void stalledStudy_triesAnotherOptionAtTheBestPoint() {
    Space mixed = Space.builder().real("x", 0, 1).choice("c", "a", "b", "d").flag("f").build();
    Study study = nearest(mixed).build();
    tellWorse(study, 12);
    Configuration best = study.trials().get(0).configuration();
    Configuration aside = study.ask().configuration();
    assertThat(aside.real("x")).isEqualTo(best.real("x"));
    boolean otherChoice = !aside.choice("c").equals(best.choice("c"));
    boolean otherFlag = aside.flag("f") != best.flag("f");
    assertThat(otherChoice ^ otherFlag).isTrue();
    assertThat(study.ask().configuration().real("x")).isNotEqualTo(best.real("x"));
  }

  @Test
  void severalWorkers_takeTurnsAndSeeWhatIsRunningNearby() {
    Study study = nearest(SQUARE).build();
    tellWorse(study, 8);
    study.ask(); // wide close-up
    study.ask(); // full view
    assertThat(surrogate.last().size()).isEqualTo(8);
    assertThat(surrogate.last().awaited()).hasDimensions(1, 2);
    study.ask(); // narrow close-up
    assertThat(surrogate.last().size()).isEqualTo(3);
    study.ask(); // full view
    study.ask(); // wide close-up, in which at least the first is running
    assertThat(surrogate.last().size()).isEqualTo(6);
    assertThat(surrogate.last().awaited().length).isBetween(1, 4);
  }

  @Test
  void resumedStudy_closesUpWhereTheUninterruptedOneDoes() {
    Study whole = nearest(SQUARE).seed(3).build();
    tellWorse(whole, 11);
    whole.ask();
    Study resumed = nearest(SQUARE).seed(3).records(whole.trials()).build();
    assertThat(resumed.ask(4)).isEqualTo(whole.ask(4));
  }

  @Test
  void failedTrials_areNoReasonToStop() {
    Study study = nearest(SQUARE).build();
    study.tell(study.ask(), 1);
    for (int i = 0; i < 19; i++) {
      study.fail(study.ask(), "oom");
    }
    study.ask();
    assertThat(surrogate.last().size()).isEqualTo(1);
  }

  @Test
  void noisyStudies_lookAtAllBeforeTheyLookClosely() {
    Study study = nearest(SQUARE).noise(NoiseKind.UNKNOWN).build();
    tellWorse(study, 12);
    study.ask();
    assertThat(sizes()).endsWith(12, 6);
  }

  @Test
  void discreteSpaces_keepTheFullView() {
    Study study =
        nearest(Space.builder().real("x", 0, 1).integer("n", 1, 50_000).flag("f").build()).build();
    tellWorse(study, 14);
    study.ask();
    assertThat(sizes()).doesNotHaveDuplicates().endsWith(14);
  }

  @Test
  void closeUp_inWhichNothingIsAllowed_fallsBackToTheFullView() {
    Space space =
        Space.builder()
            .real("x", 0, 1)
            .real("y", 0, 1)
            .require("not near the known ones", c -> c.real("x") > 0.5 || known(c))
            .build();
    Study study = nearest(space).build();
    for (int i = 0; i < 8; i++) {
      study.observe(Configuration.empty().with("x", i / 100.0).with("y", i / 100.0), i);
    }
    Trial trial = study.ask();
    assertThat(trial.configuration().real("x")).isGreaterThan(0.5);
    assertThat(surrogate.last().size()).isEqualTo(8);
  }

  @Test
  void closeUp_suggestsNothingTwice() {
    Study study = nearest(SQUARE).build();
    for (int i = 0; i < 60; i++) {
      Trial trial = study.ask();
      study.tell(trial, trial.configuration().real("x") > 0.5 ? 0 : 1);
    }
    List<Configuration> all = study.trials().stream().map(Trial::configuration).toList();
    assertThat(all).doesNotHaveDuplicates();
  }

  @Test
  void rippledFunction_endsLowerThanWithoutAnEndGame() {
    double decades = 0;
    for (long seed = 0; seed < 4; seed++) {
      double without = lowestRipple(StallPolicy.none(), seed);
      decades += Math.log10(without / lowestRipple(StallPolicy.standard(), seed)) / 4;
    }
    assertThat(decades).isGreaterThan(1);
  }

  /** The lowest value the committee finds of Ackley's function: a funnel with ripples. */
  private static double lowestRipple(StallPolicy endGame, long seed) {
    Strategy strategy =
        Strategies.of(
            Strategies.committee().suggester(2).orElseThrow().model(),
            Maximiser.standard(),
            endGame,
            Design.of(ModelFree.SOBOL));
    try (Study study = Study.builder(SQUARE).strategy(strategy).seed(seed).build()) {
      for (int i = 0; i < 80; i++) {
        Trial trial = study.ask();
        Configuration c = trial.configuration();
        study.tell(trial, ackley(64 * c.real("x") - 38.4, 64 * c.real("y") - 38.4));
      }
      return study.best().orElseThrow().value();
    }
  }

  private static double ackley(double x, double y) {
    double ripples = Math.cos(2 * Math.PI * x) + Math.cos(2 * Math.PI * y);
    double funnel = 20 - 20 * Math.exp(-0.2 * Math.hypot(x, y) / Math.sqrt(2));
    return funnel + Math.E - Math.exp(ripples / 2);
  }

  private static boolean known(Configuration c) {
    double hundredfold = 100 * c.real("x");
    return c.real("x") == c.real("y") && Math.abs(hundredfold - Math.rint(hundredfold)) < 1e-9;
  }

  private List<Integer> sizes() {
    return surrogate.seen().stream().map(Observations::size).toList();
  }

  private static double distance(double[] a, double[] b) {
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  }
}
