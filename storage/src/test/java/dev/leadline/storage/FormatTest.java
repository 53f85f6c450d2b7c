package dev.leadline.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormatTest {

  private static final Sql.Work<Integer> ADD =
      connection -> Sql.update(connection, "ALTER TABLE study ADD COLUMN colour TEXT");
  private static final Sql.Work<Integer> FILL =
      connection -> Sql.update(connection, "UPDATE study SET colour = 'red'");
  private static final Sql.Work<Integer> BREAK =
      connection -> Sql.update(connection, "this is no sql");

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void makeFileOfTheNewestFormat() {
    file = directory.resolve("study.db");
    StudyFile.hold(file, StudyStoreContract.HEADER, Worker.self(), Clock.systemUTC()).close();
  }

  @Test
  void bringUp_takesMissingStepsInOrderAndOnce() throws Exception {
    Format later = with(ADD, FILL);
    assertThat(bringUp(later)).isEqualTo(later.newest());
    assertThat(bringUp(later)).isEqualTo(later.newest());
    assertThat(StudyDatabase.read(file, later, FormatTest::colours)).containsExactly("red");
  }

  @Test
  void bringUp_thatFailsLeavesTheVersionBefore() {
    assertThatThrownBy(() -> bringUp(with(ADD, BREAK))).isInstanceOf(StorageException.class);
    assertThat(StudyFile.read(file).header()).isEqualTo(StudyStoreContract.HEADER);
  }

  @Test
  void olderFile_isReadByTheNewestTablesAndLeftAsItWas() throws Exception {
    byte[] before = Files.readAllBytes(file);
    assertThat(StudyDatabase.read(file, with(ADD, FILL), FormatTest::colours))
        .containsExactly("red");
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  @Test
  void fileOfVersionOne_isReadAndContinued() throws Exception {
    Path old = fileOfVersionOne();
    try (Studies then = StudyLocation.studies(old.toString(), Session.usual());
        Studies now =
            StudyLocation.studies(directory.resolve("new.db").toString(), Session.usual())) {
      FirstFormat.make(now);
      FirstFormat.assertGoOnAlike(then, now);
    }
  }

  /** A change of the tables is a further step of {@link Format}, not another beginning. */
  @Test
  void fileOfVersionOne_hasTheTablesOfANewFile() throws Exception {
    assertThat(tables(fileOfVersionOne())).hasSizeGreaterThan(5).isEqualTo(tables(file));
  }

  /** Studies of 0.1.0 are like these: whoever writes them anew breaks what was promised. */
  @ParameterizedTest
  @CsvSource({
    "format-1.db, 800c09c3a8256189affe10575d9995752040164ed76f0978de37a3505bf68b29",
    "format-1-postgresql.sql, 0e84cf79bc3c34aa28780077f8bca3818a8d6d45ac5c7a12cc8f098ab221fdc7"
  })
  void filesOfVersionOne_areThoseOfTheFirstRelease(String name, String hash) throws Exception {
    try (InputStream made = FormatTest.class.getResourceAsStream(name)) {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(made.readAllBytes());
      assertThat(HexFormat.of().formatHex(digest)).isEqualTo(hash);
    }
  }

  private Path fileOfVersionOne() throws IOException {
    Path old = directory.resolve("old.db");
    try (InputStream made = FormatTest.class.getResourceAsStream("format-1.db")) {
      Files.copy(made, old);
    }
    return old;
  }

  private static List<String> tables(Path file) throws Exception {
    try (Connection connection = StudyDatabase.openForWriting(file)) {
      return Sql.query(
          connection,
          "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name",
          row -> row.getString(1));
    }
  }

  private static Format with(Sql.Work<Integer> one, Sql.Work<Integer> two) {
    List<Sql.Work<Integer>> steps = new ArrayList<>(Format.SQLITE.steps());
    steps.addAll(List.of(one, two));
    return new Format(Format.SQLITE.tables(), Format.SQLITE.schema(), steps);
  }

  private int bringUp(Format format) throws Exception {
    try (Connection connection = StudyDatabase.openForWriting(file)) {
      return StudyDatabase.within(
          file,
          connection,
          "BEGIN IMMEDIATE",
          c -> {
            format.bringUp(c, file.toString());
            return format.version(c, file.toString());
          });
    }
  }

  private static List<String> colours(Connection connection) throws SQLException {
    return Sql.query(connection, "SELECT colour FROM study", row -> row.getString(1));
  }
}
