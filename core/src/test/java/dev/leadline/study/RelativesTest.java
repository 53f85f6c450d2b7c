package dev.leadline.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a study learns from earlier ones. */
class RelativesTest {

  private static final Space SPACE =
      Space.builder()
          .real("x", 0, 1)
          .real("y", 0, 1)
          .choice("mode", "a", "b", "c")
          .real("depth", 0, 1)
          .when("depth", "mode == 'b'")
          .build();

  /** Small at x = 0.3, y = 0.7 of mode b with a depth of 0.5. */
  private static double bumpy(Configuration at) {
    double mode = at.has("depth") ? Math.pow(at.real("depth") - 0.5, 2) : 0.5;
    return Math.pow(at.real("x") - 0.3, 2) + Math.pow(at.real("y") - 0.7, 2) + mode;
  }

  private static double other(Configuration at) {
    return Math.cos(17 * at.real("x")) * Math.sin(13 * at.real("y"));
  }

  private static Configuration anywhere(SplittableRandom random) {
    return SPACE.decode(SPACE.snap(random.doubles(SPACE.dimensions()).toArray()));
  }

  private static List<Trial> trials(int count, long seed, Function<Trial, Trial> told) {
    SplittableRandom random = new SplittableRandom(seed);
    return IntStream.range(0, count)
        .mapToObj(i -> told.apply(Trial.running(i, anywhere(random))))
        .toList();
  }

  private static RelatedStudy earlier(
      String name, ToDoubleFunction<Configuration> function, long seed) {
    List<Trial> trials =
        trials(
            40,
            seed,
            trial ->
                Trial.completed(
                    trial.number(),
                    trial.configuration(),
                    function.applyAsDouble(trial.configuration())));
    return RelatedStudy.of(name, SPACE, Direction.MINIMISE, trials);
  }

  private static RelatedStudy copy() {
    return earlier("copy", at -> 100 + 7 * bumpy(at), 1);
  }

  private static StudyBuilder builder(RelatedStudy... related) {
    return Study.builder(SPACE).seed(5).strategy(Strategies.committee()).related(List.of(related));
  }

  private static void run(Study study, int trials) {
    for (int i = 0; i < trials; i++) {
      Trial trial = study.ask();
      study.tell(trial, bumpy(trial.configuration()));
    }
  }

  @Test
  void relatives_areFoundAlikeUnlikeAndReversed() {
    try (Study study =
        builder(
                copy(),
                earlier("other", RelativesTest::other, 2),
                earlier("reversed", at -> -3 * bumpy(at), 3))
            .build()) {
      assertThat(study.relatives()).extracting(Relative::likeness).allMatch(l -> l.isEmpty());

      run(study, 12);

      List<Double> likeness =
          study.relatives().stream().map(one -> one.likeness().orElseThrow()).toList();
      assertThat(likeness.get(0)).isGreaterThan(0.6);
      assertThat(likeness.get(1)).isBetween(-0.5, 0.5);
      assertThat(likeness.get(2)).isLessThan(0);
      assertThat(study.relatives()).extracting(Relative::name).startsWith("copy", "other");
      assertThat(study.relatives().get(0).matched())
          .isEqualTo("copy: 40 trials by x, y, mode, depth");
      assertThat(study.relatives().get(0).observations()).isEqualTo(40);
    }
  }

  @Test
  void studyLikeAnother_isGoodAtOnce() {
    try (Study study = builder(copy()).build();
        Study alone = builder().build()) {
      run(study, 5);
      run(alone, 5);

      assertThat(study.best().orElseThrow().value()).isLessThan(0.05);
      assertThat(alone.best().orElseThrow().value()).isGreaterThan(0.05);
    }
  }

  @Test
  void reversedStudies_areLeftBehind() {
    RelatedStudy[] reversed =
        IntStream.range(0, 3)
            .mapToObj(i -> earlier("reversed " + i, at -> -bumpy(at), i))
            .toArray(RelatedStudy[]::new);
    try (Study study = builder(reversed).build()) {
      run(study, 15);

      assertThat(study.best().orElseThrow().value()).isLessThan(0.05);
    }
  }

  @Test
  void suggestions_areAFunctionOfTheRecordsAlone() {
    RelatedStudy other = earlier("other", RelativesTest::other, 2);
    try (Study study = builder(copy(), other).build()) {
      run(study, 6);
      Trial pending = study.ask();
      try (Study resumed = builder(copy(), other).records(study.trials()).build()) {
        assertThat(resumed.ask().configuration()).isEqualTo(study.ask().configuration());
        assertThat(resumed.trials()).contains(pending);
      }
    }
  }

  @Test
  void trialsAskedForAtOnce_areSpreadOverTheStudies() {
    RelatedStudy shifted = earlier("shifted", at -> bumpy(at) + other(at), 4);
    try (Study study = builder(copy(), shifted).build()) {
      List<Configuration> first =
          study.ask(4).stream().map(Trial::configuration).distinct().toList();

      assertThat(first).hasSize(4);
      for (int study0 = 0; study0 < 2; study0++) {
        List<Configuration> tried =
            List.of(copy(), shifted).get(study0).trials().stream()
                .map(Trial::configuration)
                .toList();
        assertThat(tried).contains(first.get(study0));
      }
    }
  }

  @Test
  void whatFailedThere_isAvoidedHere() {
    Function<Trial, Trial> halfFails =
        trial ->
            trial.configuration().real("y") < 0.5
                ? trial.failed("out of memory")
                : trial.told(bumpy(trial.configuration()), Measurements.none());
    RelatedStudy earlier =
        RelatedStudy.of("canary", SPACE, Direction.MINIMISE, trials(40, 1, halfFails));
    try (Study study = builder(earlier).build();
        Study alone = builder().build()) {
      assertThat(failures(study)).isLessThan(failures(alone));
    }
  }

  private static int failures(Study study) {
    int failures = 0;
    for (int i = 0; i < 12; i++) {
      Trial trial = study.ask();
      if (trial.configuration().real("y") < 0.5) {
        study.fail(trial.number(), "out of memory");
        failures++;
      } else {
        study.tell(trial, bumpy(trial.configuration()));
      }
    }
    return failures;
  }

  private static Measurements cost(Configuration at) {
    return Measurements.of("cost", at.real("x") + at.real("y"));
  }

  @Test
  void limits_areLearntByTheirNames() {
    List<Trial> trials =
        trials(40, 1, t -> t.told(bumpy(t.configuration()), cost(t.configuration())));
    Limit limit = Limit.parse("cost <= 0.6");
    try (Study study = limited(limit, RelatedStudy.of("old", SPACE, Direction.MINIMISE, trials));
        Study alone = limited(limit)) {
      assertThat(within(study)).isGreaterThan(within(alone));
    }
  }

  private static Study limited(Limit limit, RelatedStudy... related) {
    return builder(related).limits(List.of(limit)).build();
  }

  private static int within(Study study) {
    int within = 0;
    for (int i = 0; i < 10; i++) {
      Trial trial = study.ask();
      Measurements measured = cost(trial.configuration());
      study.tell(trial, bumpy(trial.configuration()), measured);
      within += measured.get("cost").orElseThrow() <= 0.6 ? 1 : 0;
    }
    return within;
  }

  @Test
  void severalGoals_areLearntByTheirNames() {
    Goals goals = Goals.of(Goal.minimise("latency"), Goal.minimise("cost"));
    RelatedStudy earlier =
        new RelatedStudy(
            "old",
            SPACE,
            List.of(Goal.minimise("cost"), Goal.minimise("latency")),
            trials(
                40,
                1,
                t ->
                    t.told(
                        cost(t.configuration()).get("cost").orElseThrow(),
                        Measurements.of("latency", bumpy(t.configuration())))));
    try (Study study = builder(earlier).goals(goals).build();
        Study alone = builder().goals(goals).build()) {
      assertThat(volume(study)).isGreaterThan(volume(alone));
    }
  }

  /** The share of latencies up to 1 and costs up to 2 that the front dominates. */
  private static double volume(Study study) {
    List<double[]> values = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Trial trial = study.ask();
      double latency = bumpy(trial.configuration());
      Measurements measured = cost(trial.configuration());
      study.tell(trial, latency, measured);
      values.add(new double[] {latency, measured.get("cost").orElseThrow() / 2});
    }
    int dominated = 0;
    for (int i = 0; i < 100; i++) {
      for (int k = 0; k < 100; k++) {
        double latency = i / 100.0;
        double cost = k / 100.0;
        dominated += values.stream().anyMatch(v -> v[0] <= latency && v[1] <= cost) ? 1 : 0;
      }
    }
    return dominated / 10_000.0;
  }

  @Test
  void manyTrials_areThinnedToWhatTellsMost() {
    List<Trial> trials =
        trials(
            2000,
            1,
            t ->
                t.number() % 10 == 0
                    ? t.failed("no")
                    : t.told(bumpy(t.configuration()), Measurements.none()));
    RelatedStudy long1 = RelatedStudy.of("one", SPACE, Direction.MINIMISE, trials);
    RelatedStudy long2 = RelatedStudy.of("two", SPACE, Direction.MINIMISE, trials);
    try (Study study = builder(long1, long2).build()) {
      assertThat(study.relatives()).extracting(Relative::observations).containsExactly(150, 150);
    }
    List<Trial> told = long1.telling(150);
    assertThat(told.stream().filter(t -> t.state() == TrialState.FAILED)).hasSize(15);
    Optional<Double> best =
        trials.stream()
            .filter(t -> t.state() == TrialState.COMPLETED)
            .map(Trial::value)
            .min(Double::compare);
    assertThat(told).extracting(Trial::value).contains(best.orElseThrow());
  }
}
