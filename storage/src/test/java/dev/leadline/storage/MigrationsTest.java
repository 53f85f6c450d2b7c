package dev.leadline.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
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

  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-01-01T12:00:00Z"), ZoneOffset.UTC);
  private static final List<String> FIRST = List.of("CREATE TABLE a (x)");
  private static final List<String> SECOND = List.of("ALTER TABLE a ADD COLUMN y");

  @TempDir Path directory;

  @Test
  void apply_runsMissingStepsInOrderAndOnce() throws Exception {
    Path file = directory.resolve("a.db");
    StudyDatabase.openForWriting(file, new Migrations(List.of(FIRST)), CLOCK).close();
    Migrations both = new Migrations(List.of(FIRST, SECOND));
    StudyDatabase.openForWriting(file, both, CLOCK).close();
    try (Connection connection = StudyDatabase.openForWriting(file, both, CLOCK);
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
    StudyDatabase.openForWriting(file, new Migrations(List.of(FIRST)), CLOCK).close();
    Migrations broken =
        new Migrations(List.of(FIRST, List.of("CREATE TABLE b (x)", "this is no sql")));
    assertThatThrownBy(() -> StudyDatabase.openForWriting(file, broken, CLOCK))
        .isInstanceOf(StorageException.class);
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
  void versionOne_loads() throws Exception {
    Path file = directory.resolve("v1.db");
    try (InputStream dump = MigrationsTest.class.getResourceAsStream("study-v1.sql");
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(new String(dump.readAllBytes(), StandardCharsets.UTF_8));
    }
    try (StudyFile study = StudyFile.read(file)) {
      assertThat(study.header().command()).isEqualTo("./run {x}");
      assertThat(study.trials()).hasSize(2);
      assertThat(study.trials().get(0).settings()).isEqualTo(Map.of("x", "0.5"));
      assertThat(study.trials().get(1).reason()).isEqualTo("exit code 1");
    }
  }
}
