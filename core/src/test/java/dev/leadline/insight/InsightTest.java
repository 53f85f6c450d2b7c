package dev.leadline.insight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.study.Limit;
import dev.leadline.study.Measurements;
import dev.leadline.study.Strategies;
import dev.leadline.study.Study;
import dev.leadline.study.StudyModel;
import dev.leadline.study.Trial;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InsightTest {

  private static final Space SPACE =
      Space.builder().real("much", -1, 1).real("little", -1, 1).choice("kind", "a", "b").build();

  private static Study study() {
    Study study =
        Study.builder(SPACE)
            .strategy(Strategies.committee())
            .limits(List.of(Limit.parse("mb <= 1")))
            .build();
    for (int i = 0; i < 25; i++) {
      Trial trial = study.ask();
      double much = trial.configuration().real("much");
      double little = trial.configuration().real("little");
      study.tell(trial, much * much + 0.1 * little, Measurements.of("mb", 1 + little));
    }
    return study;
  }

  @Test
  void importance_isOfWhatChangesTheValue() {
    try (Study study = study();
        StudyModel model = study.model().orElseThrow()) {
      List<Importance> inputs = Importance.of(model, 1);
      assertThat(inputs).extracting(Importance::input).containsExactly("much", "little", "kind");
      assertThat(inputs.get(0).overall().part()).isBetween(0.7, 1.1);
      assertThat(inputs.get(2).overall().part()).isLessThan(0.1);
      assertThat(Importance.of(model, 1)).isEqualTo(inputs);
    }
  }

  @Test
  void importanceOfOneValue_isNothing() {
    try (Study study = Study.builder(SPACE).strategy(Strategies.committee()).build()) {
      study.observe(study.suggest().configuration(), 3);
      try (StudyModel model = study.model().orElseThrow()) {
        assertThat(Importance.of(model, 1))
            .allSatisfy(input -> assertThat(input.overall().part()).isZero());
      }
    }
  }

  @Test
  void slices_goThroughTheConfigurationAndFollowTheFunction() {
    Configuration middle =
        Configuration.empty().with("much", 0.0).with("little", 0.0).with("kind", "a");
    try (Study study = study();
        StudyModel model = study.model().orElseThrow()) {
      List<Slice> slices = Slice.through(middle, model);
      assertThat(slices).extracting(Slice::input).containsExactly("much", "little", "kind");
      Slice much = slices.get(0);
      assertThat(much.values()).hasSize(41);
      double edge = much.predictions().get(0).orElseThrow().median();
      double centre = much.predictions().get(20).orElseThrow().median();
      assertThat(centre).isLessThan(edge - 0.5);
      assertThat(slices.get(2).values()).hasSize(2);
    }
  }

  @Test
  void contourOfTwoLargeChoices_isRefused() {
    String[] options = IntStream.range(0, 101).mapToObj(i -> "o" + i).toArray(String[]::new);
    Space large = Space.builder().choice("x", options).choice("y", options).build();
    try (Study study = Study.builder(large).strategy(Strategies.committee()).build()) {
      study.observe(study.suggest().configuration(), 3);
      try (StudyModel model = study.model().orElseThrow()) {
        assertThatThrownBy(() -> Contour.through(study.recommend().orElseThrow(), model, "x", "y"))
            .hasMessageContaining("at most 10000 pairs of values but x and y have 10201");
      }
    }
  }
}
