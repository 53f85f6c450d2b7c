package dev.leadline.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Direction;
import dev.leadline.study.Goal;
import dev.leadline.study.Measurements;
import dev.leadline.study.RelatedStudy;
import dev.leadline.study.Trial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RelatedTextTest {

  private static final Space SPACE =
      Space.builder()
          .logReal("rate", 1e-5, 1)
          .choice("by", "sgd", "a,b\n\"c\"", "")
          .integer("depth", 1, 9)
          .when("depth", "by == 'sgd'")
          .build();

  private static final RelatedStudy EARLIER =
      new RelatedStudy(
          "old, \"one\"",
          SPACE,
          List.of(Goal.maximise("hits"), Goal.minimise("ms")),
          List.of(
              Trial.completed(
                  0,
                  SPACE.require(
                      Configuration.empty().with("rate", 0.1 + 0.2).with("by", "a,b\n\"c\"")),
                  1.0 / 3,
                  Measurements.of("ms", -1e-300)),
              Trial.failed(
                  1,
                  SPACE.require(
                      Configuration.empty().with("rate", 1e-5).with("by", "sgd").with("depth", 3)),
                  "exit code 1, \"why\"\nsecond line"),
              Trial.completed(
                  2,
                  SPACE.require(Configuration.empty().with("rate", 1.0).with("by", "")),
                  5,
                  Measurements.none())));

  @TempDir Path directory;

  @Test
  void whatIsWritten_isReadBackTheSame() {
    RelatedStudy again = RelatedText.read(RelatedText.write(EARLIER).text());
    assertThat(again.name()).isEqualTo(EARLIER.name());
    assertThat(again.goals()).isEqualTo(EARLIER.goals());
    assertThat(again.trials()).isEqualTo(EARLIER.trials());
    assertThat(again.space()).hasToString(SPACE.toString());
  }

  @Test
  void study_keepsWhatItLearnsFromAndSuggestsTheSameWithoutIt() {
    Path file = directory.resolve("new.db");
    StudySetup plain = StudySetup.of(new Problem(SPACE, Direction.MAXIMISE, "hits"));
    StudySetup setup = plain.strategy("committee").related(List.of(one("old", EARLIER)));
    Configuration first;
    try (StoredStudy study = StoredStudy.open(file, setup)) {
      assertThat(study.relatives()).hasSize(1);
      assertThat(study.relatives().get(0).matched()).startsWith("old: 3 trials by rate, by, depth");
      first = study.ask().configuration();
    }
    try (StoredStudy again = StoredStudy.open(file, setup);
        StoredStudy without = StoredStudy.open(file, plain.strategy("committee"))) {
      assertThat(again.relatives()).isEqualTo(without.relatives()).hasSize(1);
      assertThat(again.store().attachments()).hasSize(1);
      assertThat(without.ask().configuration()).isEqualTo(first);
    }
  }

  @Test
  void studyThatIsAddedLater_isNoted() {
    Path file = directory.resolve("new.db");
    StudySetup plain = StudySetup.of(new Problem(SPACE, Direction.MAXIMISE, "hits"));
    try (StoredStudy study = StoredStudy.open(file, plain)) {
      study.tell(study.ask(), 1);
    }
    try (StoredStudy study = StoredStudy.open(file, plain.related(List.of(one("old", EARLIER))))) {
      assertThat(study.store().header().changes())
          .containsExactly("from trial 1 on: learns from old");
    }
  }

  @Test
  void studyThatCannotBeLearntFrom_isRefusedAndNotKept() {
    Path file = directory.resolve("new.db");
    StudySetup setup = StudySetup.of(new Problem(SPACE, Direction.MINIMISE, "hits"));
    assertThatThrownBy(
            () -> StoredStudy.open(file, setup.related(List.of(one("old", EARLIER)))).close())
        .hasMessageContaining(
            "expected an earlier study with the goal 'minimise hits' but that of 'old'");
    assertThat(StudyFile.read(file).attachments()).isEmpty();
  }

  @Test
  void table_isReadWithInputsOfItsOwn() throws Exception {
    Path table =
        Files.writeString(
            directory.resolve("old.csv"),
            "rate,by,threads,hits,state\n0.5,sgd,4,17,done\n2,sgd,4,19,done\n0.1,adam,8,,failed\n");
    Problem problem =
        new Problem(
            Space.builder().logReal("rate", 1e-5, 1).choice("by", "sgd", "lamb").build(),
            Direction.MAXIMISE,
            "hits");
    RelatedStudy.Match match =
        RelatedSource.ofTable("old", table, problem).match(problem.space(), problem.wanted());
    assertThat(match.study().trials()).extracting(Trial::value).containsExactly(17.0);
    assertThat(match.sentence())
        .startsWith("old: 1 trial by rate, by; threads left out, being no input here; 2 trials");
    assertThatThrownBy(
            () ->
                RelatedSource.ofTable(
                    "old", Files.writeString(directory.resolve("no.csv"), "hits\n3\n"), problem))
        .hasMessageContaining("a column for an input of this study (rate, by) but 'old' has none");
  }

  private static RelatedStudy one(String name, RelatedStudy study) {
    return new RelatedStudy(name, study.space(), study.goals(), study.trials());
  }
}
