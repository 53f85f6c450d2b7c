package dev.leadline.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged files are refused with a sentence or read as they were written, never otherwise. */
class DamageTest {

  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
  private static final Clock CLOCK = Clock.fixed(NOON, ZoneOffset.UTC);
  private static final int TRIALS = 60;

  @TempDir Path directory;
  private Path file;
  private byte[] whole;
  private StudySnapshot before;

  @BeforeEach
  void setUp() throws Exception {
    file = directory.resolve("study.db");
    try (DatabaseStore study =
        StudyFile.hold(file, StudyStoreContract.HEADER, Worker.self(), CLOCK)) {
      for (int i = 0; i < TRIALS; i++) {
        study.add(
            i % 7 == 3
                ? StoredTrial.observed(i, StudyStoreContract.at(i / 61.0), null, "oom " + i, NOON)
                : StoredTrial.observed(
                    i, StudyStoreContract.at(i / 61.0), 1.0 / (i + 1), null, NOON));
      }
      study.attach(new Attachment(Attachment.Kind.MEASUREMENT, "measured 182"));
    }
    whole = Files.readAllBytes(file);
    before = StudyFile.read(file);
  }

  @Test
  void variants_areRefusedOrReadAsWritten() throws Exception {
    Random random = new Random(12);
    int refused = 0;
    for (int variant = 0; variant < 180; variant++) {
      byte[] damaged = damaged(random, variant);
      Files.write(file, damaged);
      Optional<StudySnapshot> read = readOrRefused("variant " + variant);
      refused += read.isEmpty() ? 1 : 0;
      assertThat(read.orElse(before)).as("variant %d", variant).isEqualTo(before);
      assertThat(Files.readAllBytes(file)).as("variant %d", variant).isEqualTo(damaged);
    }
    assertThat(refused).isGreaterThan(100);
  }

  @Test
  void changedRow_isNamedWithItsTrial() throws Exception {
    byte[] reason = "oom 45".getBytes(StandardCharsets.UTF_8);
    byte[] damaged = whole.clone();
    for (int at = 0; at + reason.length <= damaged.length; at++) {
      if (Arrays.equals(damaged, at, at + reason.length, reason, 0, reason.length)) {
        damaged[at] ^= 1; // also where SQLite left an older copy of the row
      }
    }
    Files.write(file, damaged);
    assertThatThrownBy(() -> StudyFile.read(file))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("damaged (trial 45: its checksum does not match)")
        .hasMessageContaining("--salvage");
  }

  /** As leadline once wrote -0.0: SQLite keeps 0.0, and the checksum was of what was told. */
  @Test
  void checksumOfMinusZero_isTakenWhereZeroStands() throws Exception {
    Files.delete(file);
    try (DatabaseStore study =
        StudyFile.hold(file, StudyStoreContract.HEADER, Worker.self(), CLOCK)) {
      study.add(StoredTrial.observed(0, StudyStoreContract.at(0.5), 0.0, null, NOON));
    }
    CRC32 sum = new CRC32();
    for (byte[] part :
        List.of(
            number(0),
            text("DONE"),
            text(Long.toHexString(Double.doubleToLongBits(-0.0))),
            number(-1),
            number(-1),
            number(0),
            number(0),
            text(NOON.toString()),
            text(NOON.toString()),
            text("x"),
            text("0.5"),
            text(""))) {
      sum.update(part);
    }
    execute("UPDATE trial SET checksum = " + sum.getValue());
    assertThat(StudyFile.read(file).trials().get(0).value()).isZero();
    execute("UPDATE trial SET value = 1");
    assertThatThrownBy(() -> StudyFile.read(file)).hasMessageContaining("its checksum");
  }

  private static byte[] number(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  private static byte[] text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(Long.BYTES + bytes.length).putLong(bytes.length).put(bytes).array();
  }

  @Test
  void missingRow_isNoticed() throws Exception {
    execute("UPDATE trial SET settings = '' WHERE number = 9");
    assertThatThrownBy(() -> StudyFile.read(file)).hasMessageContaining("trial 9: its checksum");
    execute("DELETE FROM trial WHERE number = 9");
    assertThatThrownBy(() -> StudyFile.read(file)).hasMessageContaining("trial 9: it is missing");
  }

  @Test
  void changedHeader_isNoticed() throws Exception {
    execute("UPDATE study SET seed = 8");
    assertThatThrownBy(() -> StudyFile.read(file))
        .hasMessageContaining("the study's own row: its checksum does not match");
  }

  @Test
  void changedAttachment_isNoticedAndNotSaved() throws Exception {
    execute("UPDATE attachment SET text = 'measured 121'");
    assertThatThrownBy(() -> StudyFile.read(file))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("attachment 0")
        .hasMessageContaining("checksum");
    Path saved = directory.resolve("saved.db");
    assertThat(Salvage.of(new StudyFile(file), saved).lost())
        .singleElement()
        .asString()
        .contains("its attachments");
    assertThat(StudyFile.read(saved).attachments()).isEmpty();
    assertThat(StudyFile.read(saved).trials()).isEqualTo(before.trials());
  }

  @Test
  void wrongSchema_isRefused() throws Exception {
    for (String change :
        new String[] {
          "ALTER TABLE trial RENAME COLUMN value TO worth",
          "ALTER TABLE trial DROP COLUMN settings",
          "ALTER TABLE study RENAME TO studies"
        }) {
      Files.write(file, whole);
      execute(change);
      assertThatThrownBy(() -> StudyFile.read(file)).isInstanceOf(StorageException.class);
    }
  }

  @Test
  void salvage_writesWhatIsWhole() throws Exception {
    execute("UPDATE trial SET value = 5 WHERE number = 4");
    execute("UPDATE trial SET settings = 'x=0.9' WHERE number = 11");
    Path saved = directory.resolve("saved.db");
    Salvage salvage = Salvage.of(new StudyFile(file), saved);
    assertThat(salvage.whole()).isEqualTo(TRIALS - 2);
    assertThat(salvage.lost())
        .containsExactly(
            "trial 4: its checksum does not match", "trial 11: its checksum does not match");
    StudySnapshot after = StudyFile.read(saved);
    assertThat(after.header()).isEqualTo(before.header());
    assertThat(after.trials()).hasSize(TRIALS);
    for (int i = 0; i < TRIALS; i++) {
      if (i == 4 || i == 11) {
        assertThat(after.trials().get(i).state()).isEqualTo(StoredState.DELETED);
      } else {
        assertThat(after.trials().get(i)).isEqualTo(before.trials().get(i));
      }
    }
    assertThatThrownBy(() -> Salvage.of(new StudyFile(file), saved))
        .hasMessageContaining("exists already");
    Path other = directory.resolve("other.db");
    Files.writeString(file, "my notes, which are no study, however long they are\n".repeat(99));
    assertThatThrownBy(() -> Salvage.of(new StudyFile(file), other))
        .hasMessageStartingWith("nothing of " + file)
        .hasMessageEndingWith("restore a copy of it");
  }

  @Test
  void salvage_savesTheStudyThatIsNamedOrAll() throws Exception {
    Files.delete(file);
    try (Studies studies = new StudyFile(file).studies(Session.usual())) {
      for (String name : List.of("a", "b", "c")) {
        studies.create(name, StudyStoreContract.HEADER.noted("this is " + name));
        try (StudyStore study = studies.open(name)) {
          for (int i = 0; i < 3; i++) {
            double x = (name.charAt(0) - 'a') / 4.0;
            study.add(StoredTrial.observed(i, StudyStoreContract.at(x), x + i, null, NOON));
          }
        }
      }
      studies.setBudget("b", Optional.of(new Budget(2, Budget.Counting.ALL)));
      studies.setPhase("b", StudyPhase.PAUSED);
    }
    StudySnapshot b = StudyLocation.parse(file + "/b").read();
    execute("UPDATE trial SET value = 7 WHERE study = (SELECT id FROM study WHERE name = 'a')");
    Path one = directory.resolve("one.db");
    assertThat(Salvage.of(StudyFile.of(file.resolve("b")), one))
        .isEqualTo(new Salvage(3, List.of()));
    assertThat(StudyFile.read(one)).isEqualTo(b);
    execute("UPDATE study SET seed = 8 WHERE name = 'c'");
    Path all = directory.resolve("all.db");
    Salvage salvage = Salvage.of(new StudyFile(file), all);
    assertThat(salvage.whole()).isEqualTo(3);
    assertThat(salvage.lost())
        .containsExactly(
            "study c: the study's own row: its checksum does not match",
            "study a: trial 0: its checksum does not match",
            "study a: trial 1: its checksum does not match",
            "study a: trial 2: its checksum does not match");
    try (Studies studies = new StudyFile(all).studies(Session.usual())) {
      assertThat(studies.list()).extracting(StudyEntry::name).containsExactly("a", "b");
      assertThat(studies.read("b")).isEqualTo(b);
      assertThat(studies.find("b").orElseThrow().phase()).isEqualTo(StudyPhase.PAUSED);
    }
    assertThatThrownBy(
            () -> Salvage.of(StudyFile.of(file.resolve("d")), directory.resolve("no.db")))
        .isInstanceOf(RefusedException.class);
    assertThat(directory.resolve("no.db")).doesNotExist();
  }

  /** Pages that are gone take their trials with them, and no others. */
  @Test
  void salvage_readsAroundDamagedPages() throws Exception {
    Random random = new Random(5);
    int some = 0;
    for (int variant = 0; variant < 10; variant++) {
      byte[] damaged = whole.clone();
      int page = 1 + random.nextInt(damaged.length / 4096 - 1);
      for (int i = 0; i < 4096; i++) {
        damaged[page * 4096 + i] ^= (byte) 0x5A;
      }
      Files.write(file, damaged);
      Path saved = directory.resolve("saved-" + variant + ".db");
      try {
        some += Salvage.of(new StudyFile(file), saved).whole() > 0 ? 1 : 0;
        for (StoredTrial trial : StudyFile.read(saved).trials()) {
          if (trial.state() != StoredState.DELETED) {
            assertThat(trial).isEqualTo(before.trials().get(trial.number()));
          }
        }
      } catch (StorageException e) {
        assertThat(e).hasMessageContaining(file.toString());
      }
    }
    assertThat(some).isPositive();
  }

  /** Cut, changed, overwritten, stretched or replaced, by turns. */
  private byte[] damaged(Random random, int variant) {
    byte[] bytes = whole.clone();
    int at = random.nextInt(bytes.length);
    switch (variant % 6) {
      case 0 -> bytes = Arrays.copyOf(bytes, at);
      case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
      case 2 -> {
        for (int i = at; i < Math.min(at + 64, bytes.length); i++) {
          bytes[i] = (byte) random.nextInt(256);
        }
      }
      case 3 -> Arrays.fill(bytes, at, Math.min(at + 4096, bytes.length), (byte) 0);
      case 4 -> bytes[random.nextInt(200)] ^= (byte) (1 + random.nextInt(255));
      default -> {
        bytes = new byte[random.nextInt(9000)];
        random.nextBytes(bytes);
      }
    }
    return bytes;
  }

  private Optional<StudySnapshot> readOrRefused(String variant) {
    try {
      return Optional.of(StudyFile.read(file));
    } catch (StorageException e) {
      assertThat(e.getMessage()).as(variant).contains(file.toString());
      return Optional.empty();
    }
  }

  private void execute(String sql) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
