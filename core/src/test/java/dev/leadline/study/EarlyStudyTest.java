package dev.leadline.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.early.Curve;
import dev.leadline.early.EarlyStop;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EarlyStudyTest {

  private static final Space SPACE = Space.builder().real("x", 0, 1).build();

  @Test
  void stoppedTrial_hasItsOwnStateAndKeepsItsCurve() {
    try (Study study = study().early(EarlyStop.parse("median after=1")).build()) {
      complete(study, 0.5, 0.7);
      Trial bad = study.ask();
      assertThat(study.report(bad.number(), 1, 0.2)).isFalse();
      assertThat(study.report(bad.number(), 2, 0.2)).as("again").isFalse();
      Trial record = study.trials().get(1);
      assertThat(record.state()).isEqualTo(TrialState.STOPPED);
      assertThat(record.value()).isEqualTo(0.2);
      assertThat(record.curve()).hasToString("1:0.2");
      assertThat(study.best().orElseThrow().number()).isZero();
      assertThat(study.ask().configuration()).as("goes on").isNotNull();
      study.tell(bad, 0.9);
      assertThat(study.best().orElseThrow().number()).as("its user knows better").isEqualTo(1);
    }
  }

  @Test
  void stoppedTrial_countsLessTheMoreOthersStillMoved() {
    double[] spread = new double[2];
    for (int i = 0; i < 2; i++) {
      double way = 10 * i;
      List<Trial> trials = new ArrayList<>();
      for (int k = 0; k < 6; k++) {
        Curve curve = Curve.of(new int[] {1, 2}, new double[] {k - (k % 2) * way, k});
        trials.add(Trial.completed(k, at(k / 6.0), k).with(curve));
      }
      trials.add(
          Trial.stopped(6, at(0.95), 2, "late").with(Curve.of(new int[] {1}, new double[] {2})));
      try (Study study = study().records(trials).build();
          StudyModel model = study.model().orElseThrow()) {
        Prediction there = model.at(List.of(at(0.95))).get(0);
        spread[i] = there.high() - there.low();
      }
    }
    assertThat(spread[1]).isGreaterThan(1.5 * spread[0]);
  }

  private static Configuration at(double x) {
    return SPACE.parse(Map.of("x", Double.toString(x)));
  }

  @Test
  void studyWithoutARule_keepsCurvesAndEndsNothing() {
    try (Study study = study().build()) {
      complete(study, 0.5, 0.7);
      Trial bad = study.ask();
      assertThat(study.report(bad.number(), 1, 0)).isTrue();
      assertThatThrownBy(() -> study.report(0, 3, 1)).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> study.report(7, 3, 1)).hasMessageContaining("the last trial is 1");
      assertThat(study.trials().get(0).curve()).hasToString("1:0.5 2:0.7");
    }
  }

  private static StudyBuilder study() {
    return Study.builder(SPACE).maximise().strategy(Strategies.committee());
  }

  private static void complete(Study study, double... values) {
    Trial trial = study.ask();
    for (int i = 0; i < values.length; i++) {
      assertThat(study.report(trial.number(), i + 1, values[i])).isTrue();
    }
    study.tell(trial, values[values.length - 1]);
  }
}
