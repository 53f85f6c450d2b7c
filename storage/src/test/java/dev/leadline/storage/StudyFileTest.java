package dev.leadline.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyFileTest {

  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
  private static final Clock CLOCK = Clock.fixed(NOON, ZoneOffset.UTC);
  private static final StudyHeader HEADER =
      new StudyHeader("minimise loss\nx real 0.0 1.0\n", "./run {x}", "pfn", 7);
  private static final Worker SELF = Worker.self();
  private static final Worker DEAD = new Worker(SELF.host(), SELF.pid(), SELF.started() - 1);

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void setUp() {
    file = directory.resolve("study.db");
  }

  @Test
  void trials_comeBackAsWritten() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("z", "0.1");
    settings.put("a", "g1");
    try (StudyFile study = StudyFile.hold(file, HEADER, SELF, CLOCK)) {
      study.start(0, settings);
      study.output(0, "study.trials/0");
      study.finish(0, 1.5);
      study.start(1, Map.of("z", "0.2"));
      study.fail(1, "exit code 3");
      study.observe(2, Map.of("z", "0.3"), -2.5);
    }
    try (StudyFile study = StudyFile.read(file)) {
      assertThat(study.header()).isEqualTo(HEADER);
      List<StoredTrial> trials = study.trials();
      assertThat(trials.get(0))
          .isEqualTo(
              new StoredTrial(
                  0, TrialState.DONE, settings, 1.5, null, "study.trials/0", 1, NOON, NOON));
      assertThat(trials.get(0).settings().keySet()).containsExactly("z", "a");
      assertThat(trials.get(1).state()).isEqualTo(TrialState.FAILED);
      assertThat(trials.get(1).reason()).isEqualTo("exit code 3");
      assertThat(trials.get(2).value()).isEqualTo(-2.5);
      assertThat(trials.get(2).attempts()).isZero();
    }
  }

  @Test
  void close_queuesRunningTrialsAsIfTheyHadNotStarted() {
    try (StudyFile study = StudyFile.hold(file, HEADER, SELF, CLOCK)) {
      study.start(0, Map.of("x", "0.5"));
    }
    try (StudyFile study = StudyFile.hold(file, HEADER, SELF, CLOCK)) {
      assertThat(study.trials().get(0).state()).isEqualTo(TrialState.QUEUED);
      assertThat(study.trials().get(0).attempts()).isZero();
      study.restart(0);
      assertThat(study.trials().get(0).attempts()).isEqualTo(1);
    }
  }

  @Test
  void trialThatKillsItsProcess_isQueuedTwiceAndThenFailed() {
    abandon(study -> study.start(0, Map.of("x", "0.5")));
    abandon(study -> study.restart(0));
    abandon(study -> study.restart(0));
    try (StudyFile study = StudyFile.hold(file, HEADER, SELF, CLOCK)) {
      StoredTrial trial = study.trials().get(0);
      assertThat(trial.state()).isEqualTo(TrialState.FAILED);
      assertThat(trial.reason()).contains("died 3 times");
    }
  }

  @Test
  void finishedTrial_takesNoSecondResult() {
    try (StudyFile study = StudyFile.hold(file, HEADER, SELF, CLOCK)) {
      study.start(0, Map.of("x", "0.5"));
      study.finish(0, 1.0);
      assertThatThrownBy(() -> study.fail(0, "late")).isInstanceOf(IllegalStateException.class);
      assertThat(study.trials().get(0).value()).isEqualTo(1.0);
    }
  }

  @Test
  void hold_isRefusedWhileItsProcessLives() {
    try (StudyFile study = StudyFile.hold(file, HEADER, SELF, CLOCK)) {
      assertThatThrownBy(() -> StudyFile.hold(file, HEADER, DEAD, CLOCK))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("in use by process " + SELF.pid());
      study.start(0, Map.of("x", "0.5"));
      try (StudyFile reader = StudyFile.read(file)) {
        assertThat(reader.trials()).hasSize(1);
      }
    }
  }

  @Test
  void holdFromAnotherHost_expiresWithoutASignOfLife() {
    Worker elsewhere = new Worker("far-away", 1, 1);
    StudyFile abandoned = StudyFile.hold(file, HEADER, elsewhere, CLOCK);
    Clock soon = Clock.offset(CLOCK, Holder.LEASE.minus(Duration.ofSeconds(1)));
    Clock late = Clock.offset(CLOCK, Holder.LEASE.plus(Duration.ofSeconds(1)));
    assertThatThrownBy(() -> StudyFile.hold(file, HEADER, SELF, soon))
        .hasMessageContaining("far-away");
    StudyFile.hold(file, HEADER, SELF, late).close();
    abandoned.close();
  }

  @Test
  void fileOfAnotherSpace_isRefusedAndUnharmed() throws Exception {
    StudyFile.hold(file, HEADER, SELF, CLOCK).close();
    byte[] before = Files.readAllBytes(file);
    StudyHeader other = new StudyHeader("minimise loss\nx real 0.0 2.0\n", "", "pfn", 7);
    assertThatThrownBy(() -> StudyFile.hold(file, other, SELF, CLOCK))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("'x real 0.0 1.0' where this run has 'x real 0.0 2.0'");
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  @Test
  void textFile_isRefusedAndUnharmed() throws Exception {
    Files.writeString(file, "these are my notes, not a database\n");
    assertRefusedUnharmed("something else");
  }

  @Test
  void databaseOfAnotherProgram_isRefusedAndUnharmed() throws Exception {
    execute("CREATE TABLE notes (text)");
    assertRefusedUnharmed("another program");
  }

  @Test
  void damagedFile_isRefusedAndUnharmed() throws Exception {
    try (StudyFile study = StudyFile.hold(file, HEADER, SELF, CLOCK)) {
      for (int i = 0; i < 200; i++) {
        study.observe(i, Map.of("x", "0.123456789"), i);
      }
    }
    byte[] bytes = Files.readAllBytes(file);
    for (int i = 4096; i < bytes.length; i++) {
      bytes[i] ^= (byte) 0x5A;
    }
    Files.write(file, bytes);
    assertRefusedUnharmed("damaged");
  }

  @Test
  void cutFile_isRefusedAndUnharmed() throws Exception {
    StudyFile.hold(file, HEADER, SELF, CLOCK).close();
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length / 2));
    assertRefusedUnharmed("damaged");
  }

  @Test
  void fileOfANewerVersion_isRefusedAndUnharmed() throws Exception {
    StudyFile.hold(file, HEADER, SELF, CLOCK).close();
    execute("INSERT INTO schema_version VALUES (999, 'tomorrow')");
    assertRefusedUnharmed("schema version 999");
  }

  @Test
  void fileWithoutTables_countsAsNew() throws Exception {
    execute("PRAGMA journal_mode = WAL");
    execute("PRAGMA user_version = 1");
    StudyFile.hold(file, HEADER, SELF, CLOCK).close();
    try (StudyFile study = StudyFile.read(file)) {
      assertThat(study.header()).isEqualTo(HEADER);
    }
  }

  @Test
  void fullDisk_isASentenceAndLeavesTheStudyWhole() throws Exception {
    try (StudyFile study = StudyFile.hold(file, HEADER, SELF, CLOCK)) {
      study.observe(0, Map.of("x", "0.5"), 1.0);
    }
    // SQLite reports its page limit with the same code as a full disk.
    try (Connection connection = StudyDatabase.openForWriting(file, Migrations.RELEASED, CLOCK)) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("PRAGMA max_page_count = 1");
      }
      Sql sql = new Sql(file, connection);
      String large = "x".repeat(100_000);
      assertThatThrownBy(
              () -> sql.write(c -> TrialTable.insert(c, 1, Map.of("x", large), 2.0, NOON)))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("disk is full");
    }
    try (StudyFile study = StudyFile.hold(file, HEADER, SELF, CLOCK)) {
      assertThat(study.trials()).hasSize(1);
      study.observe(1, Map.of("x", "0.6"), 2.0);
    }
  }

  @Test
  void directory_isRefused() throws Exception {
    Files.createDirectory(file);
    assertThatThrownBy(() -> StudyFile.hold(file, HEADER, SELF, CLOCK))
        .isInstanceOf(StorageException.class);
  }

  @Test
  void missingDirectory_isRefused() {
    assertThatThrownBy(
            () -> StudyFile.hold(directory.resolve("no/such/study.db"), HEADER, SELF, CLOCK))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("check that its directory exists");
  }

  private void assertRefusedUnharmed(String part) throws Exception {
    byte[] before = Files.readAllBytes(file);
    assertThatThrownBy(() -> StudyFile.hold(file, HEADER, SELF, CLOCK))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining(part);
    assertThatThrownBy(() -> StudyFile.read(file)).isInstanceOf(StorageException.class);
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  /** Holds the study as a process that dies: nothing is released. */
  private void abandon(java.util.function.Consumer<StudyFile> work) {
    StudyFile study = StudyFile.hold(file, HEADER, DEAD, CLOCK);
    work.accept(study);
    study.abandon();
  }

  private void execute(String sql) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
