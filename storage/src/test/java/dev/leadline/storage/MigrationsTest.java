package dev.leadline.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    try (StudyFile study = StudyFile.hold(file, Worker.self(), CLOCK)) {
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

  private Path versionOne() throws Exception {
    Path file = directory.resolve("v1.db");
    try (InputStream dump = MigrationsTest.class.getResourceAsStream("study-v1.sql");
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(new String(dump.readAllBytes(), StandardCharsets.UTF_8));
    }
    return file;
  }

  private static void migrate(Path file, Migrations migrations) throws Exception {
    try (Connection connection = StudyDatabase.openForWriting(file)) {
      new Sql(file, connection)
          .write(
              c -> {
                migrations.apply(c, NOON);
                return true;
              });
    }
  }
}
