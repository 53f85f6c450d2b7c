package dev.leadline.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.search.NoiseKind;
import dev.leadline.space.Space;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyFileTest extends StudyStoreContract {

  private static final Clock CLOCK = Clock.fixed(NOON, ZoneOffset.UTC);
  private static final Worker SELF = Worker.self();
  private static final Space LINE = Space.builder().real("x", 0, 1).build();
  private static final Worker FAR_AWAY = new Worker("far-away", 1, 1, "another kernel");

  @TempDir Path directory;
  private final MovableClock clock = new MovableClock();
  private Path file;
  private int deaths;

  @BeforeEach
  void setUp() {
    file = directory.resolve("study.db");
  }

  @Override
  StudyStore open(StudyHeader header) {
    return StudyFile.hold(file, header, SELF, clock);
  }

  @Override
  void passTime(Duration time) {
    clock.now = clock.now.plus(time);
  }

  @Test
  void close_queuesRunningTrials() {
    try (DatabaseStore study = StudyFile.hold(file, HEADER, SELF, CLOCK)) {
      study.add(StoredTrial.running(0, at(0.5), List.of(), NOON));
    }
    try (DatabaseStore study = StudyFile.hold(file, HEADER, SELF, CLOCK)) {
      assertThat(study.trials().get(0).state()).isEqualTo(StoredState.QUEUED);
      assertThat(study.trials().get(0).deaths()).isZero();
      assertThat(study.claim().orElseThrow().attempts()).isEqualTo(2);
    }
  }

  @Test
  void trialThatKillsItsProcess_isQueuedOnceMoreAndThenFailed() {
    abandon(study -> study.add(StoredTrial.running(0, at(0.5), List.of(), NOON)));
    abandon(DatabaseStore::claim);
    try (DatabaseStore study = StudyFile.hold(file, HEADER, SELF, CLOCK)) {
      assertThat(study.claim()).isEmpty();
      StoredTrial trial = study.trials().get(0);
      assertThat(trial.state()).isEqualTo(StoredState.FAILED);
      assertThat(trial.reason()).contains("died 2 times");
    }
  }

  /** Whoever evaluated it elsewhere knows better than a count of our deaths. */
  @Test
  void trialThatWasGivenUp_takesItsResult() {
    abandon(study -> study.add(StoredTrial.running(0, at(0.5), List.of(), NOON)));
    abandon(DatabaseStore::claim);
    try (DatabaseStore study = StudyFile.hold(file, HEADER, SELF, CLOCK)) {
      study.change(0, trial -> trial.told(1.5, NOON));
      assertThat(study.trials().get(0).state()).isEqualTo(StoredState.DONE);
      assertThatThrownBy(() -> study.change(0, trial -> trial.failed("late", NOON)))
          .isInstanceOf(RefusedException.class);
    }
  }

  @Test
  void trialEvaluatedElsewhere_isNeverGivenUp() {
    StudyHeader elsewhere = StudySetup.minimise(LINE).evaluatedElsewhere().header();
    DatabaseStore first = StudyFile.hold(file, elsewhere, another(), CLOCK);
    first.add(StoredTrial.running(0, at(0.5), List.of(), NOON));
    first.abandon();
    for (int i = 0; i < 5; i++) {
      DatabaseStore study = StudyFile.hold(file, elsewhere, another(), CLOCK);
      assertThat(study.claim().orElseThrow().attempts()).isEqualTo(i + 2);
      study.abandon();
    }
  }

  @Test
  void sessions_writeSideBySide() {
    try (DatabaseStore one = StudyFile.hold(file, HEADER, SELF, CLOCK);
        DatabaseStore two = StudyFile.hold(file, HEADER, another(), CLOCK)) {
      assertThat(one.add(StoredTrial.running(0, at(0.5), List.of(), NOON))).isTrue();
      assertThat(two.add(StoredTrial.running(0, at(0.5), List.of(), NOON))).isFalse();
      assertThat(two.add(StoredTrial.running(1, at(0.6), List.of(0), NOON))).isTrue();
      assertThat(one.claim()).as("what a living session claimed").isEmpty();
      assertThat(one.trials()).isEqualTo(two.trials()).hasSize(2);
      one.close();
      assertThat(two.claim().orElseThrow().number()).isZero();
    }
  }

  /** Containers of one machine number their processes anew, and may share a name. */
  @Test
  void claimOfALivingProcess_isKeptWhereProcessIdsMeanNothing() {
    Worker elsewhere = new Worker(SELF.host(), 1, 1, SELF.kernel());
    try (DatabaseStore living = StudyFile.hold(file, HEADER, elsewhere, CLOCK);
        DatabaseStore study = StudyFile.hold(file, HEADER, SELF, CLOCK)) {
      living.add(StoredTrial.running(0, at(0.5), List.of(), NOON));
      assertThat(study.claim()).isEmpty();
    }
  }

  @Test
  void claimOfADeadProcessOfThisMachine_isFreeAtOnce() {
    DatabaseStore dead = StudyFile.hold(file, HEADER, another(), CLOCK);
    dead.add(StoredTrial.running(0, at(0.5), List.of(), NOON));
    dead.abandon();
    try (DatabaseStore study = StudyFile.hold(file, HEADER, SELF, CLOCK)) {
      assertThat(study.claim().orElseThrow().deaths()).isEqualTo(1);
      assertThat(study.leases().get(0).token()).isEqualTo(study.token()).isNotEqualTo(dead.token());
    }
  }

  @Test
  void closedStudy_leavesNoLockBehind() throws Exception {
    StudyFile.hold(file, HEADER, SELF, CLOCK).close();
    try (var files = Files.list(directory)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void claimFromAnotherMachine_runsOutWithoutASignOfLife() {
    DatabaseStore abandoned = StudyFile.hold(file, HEADER, FAR_AWAY, CLOCK);
    abandoned.add(StoredTrial.running(0, at(0.5), List.of(), NOON));
    abandoned.abandon();
    Clock soon = Clock.offset(CLOCK, Claimant.USUAL_PATIENCE.minusSeconds(1));
    Clock late = Clock.offset(CLOCK, Claimant.USUAL_PATIENCE.plusSeconds(1));
    try (DatabaseStore study = StudyFile.hold(file, HEADER, SELF, soon)) {
      assertThat(study.claim()).isEmpty();
    }
    try (DatabaseStore study = StudyFile.hold(file, HEADER, SELF, late)) {
      study.requeueAbandoned();
      assertThat(study.trials().get(0).state()).isEqualTo(StoredState.QUEUED);
      assertThat(study.claim().orElseThrow().number()).isZero();
    }
  }

  @Test
  void fileOfSeveralStudies_wantsAName() {
    try (Studies studies = new StudyFile(file).studies(Session.usual())) {
      studies.create("a", HEADER);
      studies.create("b", HEADER);
    }
    assertThatThrownBy(() -> StudyFile.read(file))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("holds several studies (a, b)");
    StudyLocation one = StudyLocation.parse(file + "/b");
    try (StudyStore study = one.open(Session.usual())) {
      assertThat(study.name()).isEqualTo(one.toString()).endsWith("study.db/b");
      study.add(StoredTrial.observed(0, at(0.5), 1.0, null, NOON));
    }
    assertThat(one.read().trials()).hasSize(1);
    assertThat(StudyLocation.parse(file + "/a").read().trials()).isEmpty();
    assertThatThrownBy(() -> StudyLocation.parse(file + "/c").open(Session.usual()))
        .hasMessageContaining("no study");
  }

  @Test
  void signOfLife_isGivenWhileTheStudyIsHeld() throws Exception {
    AtomicInteger signs = new AtomicInteger();
    try (Heartbeat heartbeat = new Heartbeat(Duration.ofMillis(5), signs::incrementAndGet)) {
      while (signs.get() < 3) {
        Thread.sleep(5);
      }
    }
    int given = signs.get();
    Thread.sleep(30);
    assertThat(signs.get()).isLessThanOrEqualTo(given + 1);
  }

  @Test
  void continuingOtherwise_isSaidAndStored() {
    try (DatabaseStore study = StudyFile.hold(file, HEADER, SELF, CLOCK)) {
      study.add(StoredTrial.observed(0, at(0.5), 1.0, null, NOON));
    }
    StudyHeader other =
        new StudyHeader(
            HEADER.space(),
            "./run -x {x}",
            "sobol",
            8,
            NoiseKind.UNKNOWN,
            Optional.empty(),
            HEADER.maxDeaths(),
            List.of());
    List<String> changes =
        List.of(
            "from trial 1 on: seed 8 instead of 7",
            "from trial 1 on: strategy sobol instead of pfn",
            "from trial 1 on: noise unknown instead of none",
            "from trial 1 on: command ./run -x {x} instead of ./run {x}");
    try (DatabaseStore study = StudyFile.hold(file, other, SELF, CLOCK)) {
      assertThat(study.changes()).isEqualTo(changes);
    }
    try (DatabaseStore study = StudyFile.hold(file, other, SELF, CLOCK)) {
      assertThat(study.changes()).isEmpty();
      assertThat(study.header().changes()).isEqualTo(changes);
      assertThat(study.header().seed()).isEqualTo(8);
    }
  }

  @Test
  void fileOfAnotherSpace_isRefusedAndUnharmed() throws Exception {
    StudyFile.hold(file, HEADER, SELF, CLOCK).close();
    byte[] before = Files.readAllBytes(file);
    StudyHeader other = new StudyHeader("minimise loss\nx=integer:0..2\n", "", "pfn", 7);
    assertThatThrownBy(() -> StudyFile.hold(file, other, SELF, CLOCK))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("'x=real:0.0..1.0' where this run has 'x=integer:0..2'");
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
    try (DatabaseStore study = StudyFile.hold(file, HEADER, SELF, CLOCK)) {
      for (int i = 0; i < 200; i++) {
        study.add(StoredTrial.observed(i, at(0.123456789), (double) i, null, NOON));
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
    execute("UPDATE format SET version = 999");
    assertRefusedUnharmed("has format 999 but this leadline reads up to 1; use a newer leadline");
  }

  @Test
  void fileFromBeforeTheFirstRelease_isRefusedAndUnharmed() throws Exception {
    execute("CREATE TABLE schema_version (version INTEGER PRIMARY KEY, applied TEXT NOT NULL)");
    execute("PRAGMA application_id = 1279607108");
    assertRefusedUnharmed("was made by a leadline before 0.1.0");
    assertThatThrownBy(() -> Salvage.of(new StudyFile(file), directory.resolve("saved.db")))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("take it up with --from old.csv");
  }

  @Test
  void fileWithoutTables_countsAsNew() throws Exception {
    execute("PRAGMA journal_mode = WAL");
    execute("PRAGMA user_version = 1");
    StudyFile.hold(file, HEADER, SELF, CLOCK).close();
    assertThat(StudyFile.read(file).header()).isEqualTo(HEADER);
  }

  @Test
  void fullDisk_isASentenceAndLeavesTheStudyWhole() throws Exception {
    try (DatabaseStore study = StudyFile.hold(file, HEADER, SELF, CLOCK)) {
      study.add(StoredTrial.observed(0, at(0.5), 1.0, null, NOON));
    }
    // SQLite reports its page limit with the same code as a full disk.
    try (Connection connection = StudyDatabase.openForWriting(file)) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("PRAGMA max_page_count = 1");
      }
      String large = "x".repeat(100_000);
      assertThatThrownBy(
              () ->
                  StudyDatabase.within(
                      file,
                      connection,
                      "BEGIN IMMEDIATE",
                      c -> {
                        new TrialTable(c, 1)
                            .put(
                                List.of(
                                    new TrialRow(
                                        StoredTrial.observed(1, at(0.5), null, large, NOON),
                                        1,
                                        Optional.empty(),
                                        Optional.empty())));
                        return true;
                      }))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("disk is full");
    }
    try (DatabaseStore study = StudyFile.hold(file, HEADER, SELF, CLOCK)) {
      assertThat(study.trials()).hasSize(1);
      study.add(StoredTrial.observed(1, at(0.6), 2.0, null, NOON));
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
  private void abandon(java.util.function.Consumer<DatabaseStore> work) {
    DatabaseStore study = StudyFile.hold(file, HEADER, another(), CLOCK);
    work.accept(study);
    study.abandon();
  }

  /** A process of this machine that is not this one. */
  private Worker another() {
    return new Worker(SELF.host(), SELF.pid(), SELF.started() - ++deaths, SELF.kernel());
  }

  private void execute(String sql) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static final class MovableClock extends Clock {
    private volatile Instant now = NOON;

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
