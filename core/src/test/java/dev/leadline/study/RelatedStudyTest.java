package dev.leadline.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RelatedStudyTest {

  private static final List<Goal> LATENCY = List.of(Goal.minimise("p99_ms"));

  private static final Space HERE =
      Space.builder()
          .real("cache", 0, 10)
          .integer("threads", 1, 16)
          .choice("gc", "g1", "zgc")
          .defaults(Configuration.empty().with("gc", "zgc"))
          .build();

  @Test
  void match_placesTrialsByTheNamesOfInputs() {
    Space there = Space.builder().integer("threads", 1, 64).integer("cache", 0, 20).build();
    RelatedStudy earlier =
        new RelatedStudy(
            "nightly",
            there,
            LATENCY,
            List.of(
                Trial.completed(0, Configuration.empty().with("threads", 8).with("cache", 4), 17),
                Trial.completed(
                    1, Configuration.empty().with("threads", 64).with("cache", 4), 12)));

    RelatedStudy.Match match = earlier.match(HERE, LATENCY);

    assertThat(match.study().trials())
        .extracting(Trial::configuration)
        .containsExactly(
            Configuration.empty().with("cache", 4.0).with("threads", 8).with("gc", "zgc"));
    assertThat(match.sentence())
        .isEqualTo(
            "nightly: 1 trial by cache, threads; gc at the default, being no input there; 1 trial left out:"
                + " expected a whole number in [1, 16] for 'threads' but got '64'");
  }

  @Test
  void match_ofWhatWasMatched_isTheSame() {
    RelatedStudy.Match once = study(Goal.minimise("p99_ms"), 3).match(HERE, LATENCY);

    assertThat(once.study().match(HERE, LATENCY).study()).isEqualTo(once.study());
  }

  @Test
  void match_findsAGoalAmongTheMeasurements() {
    RelatedStudy earlier =
        new RelatedStudy(
            "cost",
            HERE,
            List.of(Goal.minimise("dollars")),
            List.of(
                Trial.completed(0, configuration(1), 5, Measurements.of("p99_ms", 80)),
                Trial.completed(1, configuration(2), 6)));

    List<Trial> trials = earlier.match(HERE, LATENCY).study().trials();

    assertThat(trials).singleElement().extracting(Trial::value).isEqualTo(80.0);
    assertThat(trials.get(0).measurements()).isEqualTo(Measurements.of("dollars", 5));
  }

  @Test
  void match_keepsFailuresAndLeavesOutWhatRuns() {
    RelatedStudy earlier =
        new RelatedStudy(
            "canary",
            HERE,
            LATENCY,
            List.of(
                Trial.failed(0, configuration(1), "out of memory"),
                Trial.running(1, configuration(2)),
                Trial.completed(2, configuration(3), 6)));

    assertThat(earlier.match(HERE, LATENCY).study().trials())
        .extracting(Trial::state)
        .containsExactly(TrialState.FAILED, TrialState.COMPLETED);
  }

  @Test
  void match_withoutACommonInput_isRefused() {
    Space there = Space.builder().real("heap", 0, 1).build();
    RelatedStudy earlier =
        new RelatedStudy(
            "other",
            there,
            LATENCY,
            List.of(Trial.completed(0, Configuration.empty().with("heap", 0.5), 1)));

    assertThatThrownBy(() -> earlier.match(HERE, LATENCY))
        .hasMessage(
            "expected an earlier study with an input of this one but 'other' has heap and this one has cache, threads, gc; leave it out");
  }

  @Test
  void match_ofAnotherDirection_isRefused() {
    assertThatThrownBy(() -> study(Goal.maximise("p99_ms"), 3).match(HERE, LATENCY))
        .hasMessage(
            "expected an earlier study with the goal 'minimise p99_ms' but that of 'study' is 'maximise p99_ms'; leave it out");
  }

  @Test
  void match_ofAnotherMetric_isRefused() {
    assertThatThrownBy(() -> study(Goal.minimise("bytes"), 3).match(HERE, LATENCY))
        .hasMessage(
            "expected an earlier study that measured 'p99_ms' but 'study' has bytes; leave it out");
  }

  @Test
  void match_withoutATrial_isRefused() {
    assertThatThrownBy(() -> study(Goal.minimise("p99_ms"), 0).match(HERE, LATENCY))
        .hasMessage(
            "expected an earlier study with a finished trial but 'study' has none; leave it out");
  }

  @Test
  void builder_refusesTheStudyItself() {
    RelatedStudy itself = study(Goal.minimise("p99_ms"), 3);
    StudyBuilder builder =
        Study.builder(HERE)
            .strategy(Strategies.random())
            .records(itself.trials())
            .related(List.of(itself));

    assertThatThrownBy(builder::build)
        .hasMessage(
            "expected an earlier study but 'study' has the trials of this one; leave it out");
  }

  @Test
  void builder_refusesMoreThanItCanLearnFrom() {
    RelatedStudy one = study(Goal.minimise("p99_ms"), 1);
    StudyBuilder builder = Study.builder(HERE);

    assertThatThrownBy(() -> builder.related(Collections.nCopies(1000, one)))
        .hasMessage("expected at most 30 earlier studies but got 1000; keep the most alike");
    assertThatThrownBy(() -> builder.related(List.of(one, one)))
        .hasMessage(
            "expected earlier studies of different names but got 'study' twice; leave one out");
  }

  private static RelatedStudy study(Goal goal, int trials) {
    return new RelatedStudy(
        "study",
        HERE,
        List.of(goal),
        IntStream.range(0, trials)
            .mapToObj(i -> Trial.completed(i, configuration(i + 1), i))
            .toList());
  }

  private static Configuration configuration(int threads) {
    return Configuration.empty().with("cache", 2.5).with("threads", threads).with("gc", "g1");
  }
}
