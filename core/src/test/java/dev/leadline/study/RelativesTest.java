package dev.leadline.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** What a study learns from earlier ones. */
class RelativesTest {

  private static final Space SPACE =
      Space.builder().real("x", 0, 1).real("y", 0, 1).choice("mode", "a", "b", "c").build();

  private static double bumpy(Configuration at) {
    double x = at.real("x");
    double y = at.real("y");
    double mode = at.choice("mode").equals("b") ? 0 : 0.5;
    return Math.pow(x - 0.3, 2) + Math.pow(y - 0.7, 2) + mode + 0.1 * Math.sin(12 * x);
  }

  private static double other(Configuration at) {
    return Math.cos(17 * at.real("x")) * Math.sin(13 * at.real("y"));
  }

  static RelatedStudy earlier(String name, ToDoubleFunction<Configuration> function, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Trial> trials = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      Configuration at = SPACE.decode(SPACE.snap(random.doubles(SPACE.dimensions()).toArray()));
      trials.add(Trial.completed(i, at, function.applyAsDouble(at)));
    }
    return RelatedStudy.of(name, SPACE, Direction.MINIMISE, trials);
  }

  @Test
  void relatives_areFoundAlikeUnlikeAndReversed() {
    try (Study study =
        Study.builder(SPACE)
            .strategy(Strategies.committee())
            .related(
                List.of(
                    earlier("copy", at -> 100 + 7 * bumpy(at), 1),
                    earlier("other", RelativesTest::other, 2),
                    earlier("reversed", at -> -3 * bumpy(at), 3)))
            .build()) {
      assertThat(study.relatives()).extracting(Relative::likeness).allMatch(l -> l.isEmpty());
      for (int i = 0; i < 12; i++) {
        Trial trial = study.ask();
        study.tell(trial, bumpy(trial.configuration()));
      }
      List<Relative> found = study.relatives();
      assertThat(found.get(0).likeness().orElseThrow()).isGreaterThan(0.6);
      assertThat(found.get(1).likeness().orElseThrow()).isBetween(-0.3, 0.3);
      assertThat(found.get(2).likeness().orElseThrow()).isLessThan(0);
    }
  }

  @Test
  void suggestions_areAFunctionOfTheRecordsAlone() {
    List<RelatedStudy> related =
        List.of(
            earlier("copy", RelativesTest::bumpy, 1), earlier("other", RelativesTest::other, 2));
    StudyBuilder builder =
        Study.builder(SPACE).seed(5).strategy(Strategies.committee()).related(related);
    List<Trial> trials;
    try (Study study = builder.build()) {
      for (int i = 0; i < 6; i++) {
        Trial trial = study.ask();
        study.tell(trial, bumpy(trial.configuration()));
      }
      trials = study.trials();
      try (Study resumed =
          builder.strategy(Strategies.committee()).records(trials.subList(0, 6)).build()) {
        assertThat(resumed.ask().configuration()).isEqualTo(study.ask().configuration());
      }
    }
  }

  @Test
  void likeACopy_findsTheBestOfItAtOnce() {
    try (Study study =
        Study.builder(SPACE)
            .strategy(Strategies.committee())
            .related(List.of(earlier("copy", at -> 100 + 7 * bumpy(at), 1)))
            .build()) {
      for (int i = 0; i < 5; i++) {
        Trial trial = study.ask();
        study.tell(trial, bumpy(trial.configuration()));
      }
      assertThat(study.best().orElseThrow().value()).isLessThan(-0.05);
    }
  }
}
