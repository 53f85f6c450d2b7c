package dev.leadline.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.study.RelatedStudy;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code that the guide shows of studies that are kept. */
class StorageGuideTest {

  @TempDir Path directory;

  @Test
  void storedStudy_goesOnWhereItWas() {
    Space space = Space.builder().real("x", -5, 10).real("y", 0, 15).build();
    Path file = directory.resolve("branin.db");
    for (int run = 0; run < 2; run++) {
      // region: stored
      StudySetup setup = StudySetup.minimise(space).seed(1).budget(20);
      try (StoredStudy study = StoredStudy.open(file, setup)) {
        study.optimize(c -> branin(c), 20, 1); // fewer if some were made before
        System.out.println(study.best().orElseThrow());
      }
      // end
    }
    assertThat(StudyFile.read(file).trials())
        .hasSize(20)
        .allMatch(trial -> trial.attempts() == 1 && trial.state() == StoredState.DONE);
  }

  @Test
  void storedStudy_learnsFromAnEarlierOne() {
    Space space = Space.builder().real("x", -5, 10).real("y", 0, 15).build();
    Path earlier = directory.resolve("monday.db");
    try (StoredStudy study = StoredStudy.open(earlier, StudySetup.minimise(space).budget(12))) {
      study.optimize(c -> branin(c), 12, 1);
    }
    Path file = directory.resolve("friday.db");
    // region: related
    RelatedStudy monday = RelatedSource.of("monday", StudyFile.read(earlier));
    StudySetup setup = StudySetup.minimise(space).related(List.of(monday));
    try (StoredStudy friday = StoredStudy.open(file, setup)) {
      friday.optimize(c -> branin(c) + 3, 8, 1);
      friday.relatives().forEach(one -> System.out.println(one.words())); // monday: alike, 0.82
    }
    // end
    try (StoredStudy again = StoredStudy.open(file, StudySetup.minimise(space))) {
      assertThat(again.relatives().get(0).words()).startsWith("monday: alike, 0.");
    }
  }

  private static double branin(Configuration c) {
    double x = c.real("x");
    double bend = c.real("y") - 5.1 / (4 * Math.PI * Math.PI) * x * x + 5 / Math.PI * x - 6;
    return bend * bend + 10 * (1 - 1 / (8 * Math.PI)) * Math.cos(x) + 10;
  }
}
