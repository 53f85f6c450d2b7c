package dev.leadline.lab.related;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.lab.problem.Tasks;
import dev.leadline.lab.related.RelatedRuns.Arm;
import dev.leadline.lab.related.RelatedRuns.Run;
import dev.leadline.study.Strategies;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class RelatedRunsTest {

  @Test
  void measure_runsEveryArmOnEveryTaskOfAFamily() {
    List<Run> runs = new ArrayList<>();
    new RelatedRuns(2, Strategies::committee)
        .measure(Tasks.matching(List.of("real-sqlite-*")), List.of(Arm.values()), 1, runs::add);

    assertThat(runs).hasSize(2 * Arm.values().length);
    assertThat(runs).allMatch(run -> run.best().size() == 2 && run.random() >= run.minimum());
    assertThat(runs).allMatch(run -> run.best().get(1) <= run.best().get(0));
  }

  @Test
  void report_comparesWithStudiesFromNothing() {
    List<Run> runs =
        List.of(run(Arm.NOTHING, 29), run(Arm.RELATED, 2)).stream()
            .sorted(Comparator.comparing(Run::arm))
            .toList();

    assertThat(new RelatedReport(runs).text())
        .contains("| nothing | 0.00 | 0.00 |")
        .contains("| related | 0.00 | 50 |")
        .contains("| related | 1.00 | 0.50 |")
        .contains("| related | 2.00 | 0 of 1 |");
  }

  /** A run whose value falls from 1 to a half after so many trials. */
  private static Run run(Arm arm, int after) {
    List<Double> best = new ArrayList<>();
    for (int i = 1; i <= 30; i++) {
      best.add(i < after ? 1 : 0.5);
    }
    return new Run("task", arm, 0, 0, 1, best);
  }
}
