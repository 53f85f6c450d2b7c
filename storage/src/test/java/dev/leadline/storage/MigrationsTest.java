package dev.leadline.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.study.Measurements;
import dev.leadline.study.Strategies;
import dev.leadline.study.Study;
import dev.leadline.study.Trial;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigrationsTest {

  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
  private static final Clock CLOCK = Clock.fixed(NOON, ZoneOffset.UTC);
  private static final Migrations.Step FIRST = Migrations.sql("CREATE TABLE a (x)");
  private static final Migrations.Step SECOND = Migrations.sql("ALTER TABLE a ADD COLUMN y");

  @TempDir Path directory;

  @Test
  void apply_runsMissingStepsInOrderAndOnce() throws Exception {
    Path file = directory.resolve("a.db");
    migrate(file, new Migrations(List.of(FIRST)));
    Migrations both = new Migrations(List.of(FIRST, SECOND));
    migrate(file, both);
    migrate(file, both);
    try (Connection connection = StudyDatabase.openForWriting(file);
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT count(*), max(version) FROM schema_version")) {
      assertThat(row.getInt(1)).isEqualTo(2);
      assertThat(row.getInt(2)).isEqualTo(2);
      assertThat(statement.execute("INSERT INTO a (x, y) VALUES (1, 2)")).isFalse();
    }
  }

  @Test
  void failingStep_leavesTheVersionBefore() throws Exception {
    Path file = directory.resolve("a.db");
    migrate(file, new Migrations(List.of(FIRST)));
    Migrations broken =
        new Migrations(List.of(FIRST, Migrations.sql("CREATE TABLE b (x)", "this is no sql")));
    assertThatThrownBy(() -> migrate(file, broken)).isInstanceOf(StorageException.class);
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
      assertThat(Migrations.versionOf(connection)).isEqualTo(1);
      try (Statement statement = connection.createStatement();
          ResultSet row =
              statement.executeQuery("SELECT count(*) FROM sqlite_schema WHERE name = 'b'")) {
        assertThat(row.getInt(1)).isZero();
      }
    }
  }

  /** A file of version 1, as dumped by the sqlite3 shell, must load for ever. */
  @Test
  void versionOne_loadsAsItIs() throws Exception {
    Path file = versionOne();
    byte[] before = Files.readAllBytes(file);
    StudySnapshot study = StudyFile.read(file);
    assertThat(study.header().command()).isEqualTo("./run {x}");
    assertThat(study.trials()).hasSize(3);
    assertThat(study.trials().get(0).settings()).isEqualTo(Map.of("x", "0.5"));
    assertThat(study.trials().get(1).reason()).isEqualTo("exit code 1");
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  @Test
  void versionOne_isContinuedWithChecksums() throws Exception {
    Path file = versionOne();
    StudySnapshot before = StudyFile.read(file);
    try (DatabaseStore study = StudyFile.hold(file, Worker.self(), CLOCK)) {
      assertThat(study.trials()).isEqualTo(before.trials());
      assertThat(study.changes()).isEmpty();
      StoredTrial givenUp = study.change(2, trial -> trial.told(2.5, NOON));
      assertThat(givenUp.value()).isEqualTo(2.5);
    }
    assertThat(StudyFile.read(file).trials().subList(0, 2))
        .isEqualTo(before.trials().subList(0, 2));
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute("UPDATE trial SET value = 1.25 WHERE number = 0");
    }
    assertThatThrownBy(() -> StudyFile.read(file))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("damaged (trial 0: its checksum does not match)");
  }

  /** An older leadline may still write it. */
  @Test
  void versionOne_isNotTakenFromItsLivingHolder() throws Exception {
    Path file = versionOne();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "INSERT INTO holder VALUES (1, 'here', 4711, 0, %d)"
              .formatted(NOON.plusSeconds(30).toEpochMilli()));
    }
    assertThatThrownBy(() -> StudyFile.hold(file, Worker.self(), CLOCK))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("in use by process 4711 on here");
    assertThat(StudyFile.read(file).trials()).hasSize(3);
  }

  /** What comes next depends on the seed and the trials, not on the version that kept them. */
  @Test
  void versionTwo_isContinuedWithTheSameSuggestions() throws Exception {
    Path file = loaded("study-v2.sql");
    StudySnapshot before = StudyFile.read(file);
    assertThat(before.trials()).hasSize(8);
    StudySetup setup = StudySetup.of(before.header());
    try (StoredStudy study = StoredStudy.open(file, setup)) {
      assertThat(study.store().trials()).isEqualTo(before.trials());
      Trial open = study.ask();
      assertThat(open.number()).isEqualTo(7);
      study.tell(open, 0.2);
      assertAsksAsInMemory(study, setup);
    }
    StoredTrial again = StudyFile.read(file).trials().get(7);
    assertThat(again.attempts()).isEqualTo(2);
    assertThat(StudyFile.read(file).trials().subList(0, 7))
        .isEqualTo(before.trials().subList(0, 7));
  }

  /** The suggestion is the one that a study makes which never was in a file of version 3. */
  @Test
  void versionThree_isContinuedWithTheSuggestionsOfItsTrials() throws Exception {
    Path file = loaded("study-v3.sql");
    StudySnapshot before = StudyFile.read(file);
    assertThat(before.trials()).hasSize(9).allMatch(trial -> trial.measurements().isEmpty());
    StudySetup setup = StudySetup.of(before.header());
    try (StoredStudy study = StoredStudy.open(file, setup)) {
      assertThat(study.store().trials()).isEqualTo(before.trials());
      study.tell(study.ask(), 0.42);
      assertAsksAsInMemory(study, setup);
      study.tell(9, 0.5, Measurements.of("p99_ms", 20));
    }
    List<StoredTrial> after = StudyFile.read(file).trials();
    assertThat(after.subList(0, 7)).isEqualTo(before.trials().subList(0, 7));
    assertThat(after.get(9).measurements()).isEqualTo(Measurements.of("p99_ms", 20));
  }

  private static void assertAsksAsInMemory(StoredStudy study, StudySetup setup) {
    try (Study memory =
        Study.builder(study.space())
            .seed(setup.seed())
            .strategy(Strategies.committee())
            .records(study.trials())
            .build()) {
      assertThat(study.ask()).isEqualTo(memory.ask());
    }
  }

  private Path versionOne() throws Exception {
    return loaded("study-v1.sql");
  }

  private Path loaded(String name) throws Exception {
    Path file = directory.resolve("old.db");
    try (InputStream dump = MigrationsTest.class.getResourceAsStream(name);
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(new String(dump.readAllBytes(), StandardCharsets.UTF_8));
    }
    return file;
  }

  private static void migrate(Path file, Migrations migrations) throws Exception {
    try (Connection connection = StudyDatabase.openForWriting(file)) {
      StudyDatabase.within(
          file,
          connection,
          "BEGIN IMMEDIATE",
          c -> {
            migrations.apply(c, NOON);
            return true;
          });
    }
  }
}
