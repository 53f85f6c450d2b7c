package dev.leadline.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.search.NoiseKind;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.storage.Budget.Counting;
import dev.leadline.study.Strategies;
import dev.leadline.study.Study;
import dev.leadline.study.Trial;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BudgetTest {

  private static final Space CUBE =
      Space.builder().real("x", 0, 1).real("y", 0, 1).real("z", 0, 1).build();

  @ParameterizedTest
  @CsvSource({"ALL, 5", "WITHOUT_FAILED, 9"})
  void lastTenth_repeatsTheBest_whenSoManyTrialsAsCountAreDone(Counting counting, int values) {
    StudySetup setup =
        StudySetup.minimise(CUBE).noise(NoiseKind.UNKNOWN).budget(new Budget(10, counting));
    try (Study study = setup.study(Strategies.committee())) {
      Set<Configuration> seen = new HashSet<>();
      int told = 0;
      Trial trial = study.ask();
      while (seen.add(trial.configuration())) {
        if (trial.number() % 2 == 1) {
          study.fail(trial.number(), "out of memory");
        } else {
          Configuration c = trial.configuration();
          study.tell(trial, Math.sin(9 * c.real("x")) + c.real("y") * c.real("z"));
          told++;
        }
        trial = study.ask();
      }
      assertThat(told).isEqualTo(values);
    }
  }
}
