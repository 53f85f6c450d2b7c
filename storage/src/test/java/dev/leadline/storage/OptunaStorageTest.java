package dev.leadline.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.storage.problem.InputException;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Direction;
import dev.leadline.study.Goal;
import dev.leadline.study.Goals;
import dev.leadline.study.Limit;
import dev.leadline.study.Measurements;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OptunaStorageTest {

  private static final Space SPACE =
      Space.builder()
          .real("x", -5, 10)
          .logReal("rate", 1e-5, 1e-1)
          .integer("n", 1, 8)
          .choice("c", "a", "it's", "true", "1.5")
          .build();
  private static final Problem PROBLEM = new Problem(SPACE, Direction.MINIMISE, "loss");

  @TempDir Path directory;

  /** The file was made by Optuna 4.5.0; make_optuna.py stands beside it. */
  private static String fixture() throws Exception {
    return "optuna:sqlite:///"
        + Path.of(OptunaStorageTest.class.getResource("optuna.db").toURI()).toAbsolutePath();
  }

  @Test
  void resultsOfOptuna_areReadAsItMadeThem() throws Exception {
    Problem limited = PROBLEM.within(Limit.parse("mem <= 3"));
    List<KnownResult> results = KnownResults.read(fixture() + "?study=one", limited);
    assertThat(results).hasSize(5); // one of the six was pruned
    assertThat(results.get(0).settings())
        .containsEntry("x", "1.2553300705386103")
        .containsEntry("n", "1")
        .containsEntry("c", "a");
    assertThat(results.get(0).value()).isEqualTo(1.583462067232187);
    assertThat(results.get(0).measurements()).isEqualTo(Measurements.of("mem", 0.5));
    assertThat(results.get(2).value()).isNull();
    assertThat(results.get(2).reason()).isEqualTo("failed in Optuna");
    assertThat(results).extracting(r -> r.settings().get("c")).contains("1.5", "true");
    try (StoredStudy study = StoredStudy.inMemory(StudySetup.of(limited).strategy("random"))) {
      assertThat(study.adopt(results).words()).isEqualTo("5 results");
    }
  }

  @Test
  void severalGoals_areTakenInTheirOrder() throws Exception {
    Goals goals = Goals.of(Goal.minimise("a"), Goal.maximise("b"));
    Problem problem =
        new Problem(Space.builder().real("x", 0, 1).build(), Direction.MINIMISE, "a").with(goals);
    KnownResult first = KnownResults.read(fixture() + "?study=two", problem).get(0);
    assertThat(first.settings()).containsEntry("x", String.valueOf(first.value()));
    assertThat(first.measurements()).isEqualTo(Measurements.of("b", 3.5));
  }

  @Test
  void whatCannotBeRead_isASentence() throws Exception {
    String fixture = fixture();
    for (Map.Entry<String, String> wrong :
        Map.of(
                fixture,
                "expected ?study= with one of its studies [one, two]",
                fixture + "?study=two",
                "but they are of [MINIMIZE, MAXIMIZE]",
                fixture + "?study=three",
                "[one, two] but got 'three'",
                "optuna:sqlite:///" + directory.resolve("none.db"),
                "the file is not there",
                "optuna:mysql://x",
                "copy others there with optuna.copy_study")
            .entrySet()) {
      assertThatThrownBy(() -> KnownResults.read(wrong.getKey(), PROBLEM))
          .as(wrong.getKey())
          .isInstanceOfAny(InputException.class, RefusedException.class)
          .hasMessageContaining(wrong.getValue());
    }
    assertThat(directory.resolve("none.db")).doesNotExist();
  }

  @Test
  void study_isWrittenAsOptunaWould() throws Exception {
    Space space =
        Space.builder()
            .real("x", 0, 1)
            .logInteger("n", 1, 9)
            .choice("c", "a\"\\\n", "b")
            .flag("f")
            .build();
    Problem problem = new Problem(space, Direction.MAXIMISE, "tps").within(Limit.parse("mem <= 3"));
    StudySnapshot snapshot = snapshot(problem);
    Path file = directory.resolve("out.db");
    OptunaStorage storage = OptunaStorage.parse("sqlite:///" + file);
    assertThat(storage.write("tune.db", snapshot)).isEqualTo("tune.db");
    assertThatThrownBy(() -> storage.write("tune.db", snapshot))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("has a study 'tune.db' already");
    assertThat(new OptunaStorage(file, Optional.of("two")).write("tune.db", snapshot))
        .isEqualTo("two");

    assertThat(
            rows(
                file,
                "SELECT study_name, direction FROM studies JOIN study_directions USING (study_id)"))
        .containsExactly("tune.db|MAXIMIZE", "two|MAXIMIZE");
    assertThat(
            rows(
                file,
                "SELECT number, state, value FROM trials LEFT JOIN trial_values USING (trial_id) WHERE study_id = 1"))
        .containsExactly("0|COMPLETE|7.5", "1|FAIL|null", "2|RUNNING|null");
    assertThat(
            rows(
                file,
                "SELECT param_name, param_value FROM trial_params WHERE trial_id = 1 ORDER BY param_id"))
        .containsExactly("x|0.25", "n|4.0", "c|0.0", "f|1.0");
    assertThat(
            rows(
                file,
                "SELECT distribution_json FROM trial_params WHERE trial_id = 1 ORDER BY param_id"))
        .containsExactly(
            "{\"name\": \"FloatDistribution\", \"attributes\": {\"step\": null, \"low\": 0.0, \"high\": 1.0, \"log\": false}}",
            "{\"name\": \"IntDistribution\", \"attributes\": {\"step\": 1, \"low\": 1, \"high\": 9, \"log\": true}}",
            "{\"name\": \"CategoricalDistribution\", \"attributes\": {\"choices\": [\"a\\\"\\\\\\u000a\", \"b\"]}}",
            "{\"name\": \"CategoricalDistribution\", \"attributes\": {\"choices\": [false, true]}}");
    assertThat(
            rows(
                file,
                "SELECT trial_id, key, value_json FROM trial_user_attributes WHERE trial_id < 3"))
        .containsExactly("1|mem|2.0", "2|leadline:reason|\"oom\"");
    assertThat(rows(file, "SELECT key, value_json FROM trial_system_attributes WHERE trial_id = 1"))
        .containsExactly("constraints|[-1.0]");
    assertThat(rows(file, "SELECT version_num FROM alembic_version")).containsExactly("v3.2.0.a");

    List<KnownResult> back = KnownResults.read("optuna:sqlite:///" + file + "?study=two", problem);
    assertThat(back).hasSize(2);
    assertThat(back.get(0).settings()).isEqualTo(snapshot.trials().get(0).settings());
  }

  @Test
  void fileOfAnotherProgram_isLeftAsItIs() throws Exception {
    Path file = directory.resolve("other.db");
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
      connection.createStatement().executeUpdate("CREATE TABLE t (x)");
    }
    byte[] before = Files.readAllBytes(file);
    assertThatThrownBy(() -> OptunaStorage.parse("sqlite:///" + file).write("a", snapshot(PROBLEM)))
        .hasMessageContaining("its tables are not there");
    assertThat(file).hasBinaryContent(before);
  }

  private static StudySnapshot snapshot(Problem problem) {
    StudySetup setup = StudySetup.of(problem).strategy("random").evaluatedElsewhere();
    try (StoredStudy study = StoredStudy.inMemory(setup)) {
      if (!problem.limits().isEmpty()) {
        Configuration settings =
            Configuration.empty()
                .with("x", 0.25)
                .with("n", 4L)
                .with("c", "a\"\\\n")
                .with("f", true);
        study.observe(settings, 7.5, Measurements.of("mem", 2));
        study.fail(study.ask().number(), "oom");
        study.ask();
      }
      return new StudySnapshot(study.store().header(), study.store().trials());
    }
  }

  private static List<String> rows(Path file, String sql) throws Exception {
    List<String> rows = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        ResultSet row = connection.createStatement().executeQuery(sql)) {
      while (row.next()) {
        List<String> cells = new ArrayList<>();
        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
          cells.add(String.valueOf(row.getObject(i)));
        }
        rows.add(String.join("|", cells));
      }
    }
    return rows;
  }
}
