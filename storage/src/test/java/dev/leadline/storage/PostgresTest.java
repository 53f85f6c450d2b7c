package dev.leadline.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Studies in a real PostgreSQL. */
class PostgresTest {

  @TempDir static Path directory;
  private static PostgresServer server;
  private static String shared;

  @BeforeAll
  static void start() throws Exception {
    server = new PostgresServer(directory);
    shared = server.newDatabase();
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  @Nested
  class Store extends StudyStoreContract {

    private int studies;

    @Override
    StudyStore open(StudyHeader header) {
      String name = "%s-%d".formatted(System.identityHashCode(this), ++studies);
      return StudyLocation.parse(shared + "/" + name).open(header, Session.usual());
    }
  }

  @Nested
  class Place extends StudiesContract {

    @Override
    Studies open() {
      try {
        return StudyLocation.studies(server.newDatabase(), Session.usual());
      } catch (java.sql.SQLException e) {
        throw new AssertionError(e);
      }
    }
  }

  @Test
  void location_isWrittenWithoutItsPassword() {
    PostgresAddress address =
        PostgresAddress.parse(
            "postgresql://me:p%40ss@db.example:6432/tune/nightly?sslmode=require", Map.of());
    assertThat(address.toString()).isEqualTo("postgresql://db.example:6432/tune/nightly");
    assertThat(address.password()).contains("p@ss");
    assertThat(address.jdbcUrl())
        .isEqualTo("jdbc:postgresql://db.example:6432/tune?sslmode=require");
    Map<String, String> environment = Map.of("PGUSER", "you", "PGPASSWORD", "word");
    PostgresAddress bare = PostgresAddress.parse("postgresql:///tune", environment);
    assertThat(bare.user()).contains("you");
    assertThat(bare.password()).contains("word");
    assertThat(bare.toString()).isEqualTo("postgresql://localhost/tune");
    for (String wrong :
        List.of("postgresql://me:secret@host", "postgresql:db", "postgresql://me:secret@h/a/b/c")) {
      assertThatThrownBy(() -> PostgresAddress.parse(wrong, Map.of()))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("expected postgresql://HOST/DATABASE/STUDY")
          .hasMessageNotContaining("secret");
    }
    assertThatThrownBy(() -> StudyLocation.parse("postgresql://me:secret@h/a"))
        .hasMessageContaining("expected the name of a study")
        .hasMessageNotContaining("secret");
  }

  @Test
  void databaseThatIsNotThere_isASentenceWithoutThePassword() {
    String nowhere = "postgresql://postgres:secret@localhost:1/tune/a";
    Session impatient = Session.usual().patience(Duration.ofSeconds(2));
    assertThatThrownBy(() -> StudyLocation.parse(nowhere).open(impatient))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("postgresql://localhost:1/tune cannot be reached")
        .hasMessageNotContaining("secret")
        .matches(e -> ((StorageException) e).isUnreachable());
    assertThatThrownBy(() -> StudyLocation.studies(server.address("nothing"), impatient))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("does not exist; create the database")
        .matches(e -> !((StorageException) e).isUnreachable());
  }

  @Test
  void newerSchema_isRefusedInASentence() throws Exception {
    String address = server.newDatabase();
    StudyLocation.studies(address, Session.usual()).close();
    String database = address.substring(address.lastIndexOf('/') + 1);
    server.execute(database, "UPDATE leadline.format SET version = 999");
    assertThatThrownBy(() -> StudyLocation.studies(address, Session.usual()))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("has format 999 but this leadline reads up to 1");
  }

  @Test
  void databaseFromBeforeTheFirstRelease_isRefusedInASentence() throws Exception {
    String address = server.newDatabase();
    String database = address.substring(address.lastIndexOf('/') + 1);
    server.execute(database, "CREATE SCHEMA leadline; CREATE TABLE leadline.schema_history ()");
    assertThatThrownBy(() -> StudyLocation.studies(address, Session.usual()))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("was made by a leadline before 0.1.0");
  }

  @Test
  void databaseOfVersionOne_isReadAndContinued() throws Exception {
    String address = server.newDatabase();
    try (InputStream dump = PostgresTest.class.getResourceAsStream("format-1-postgresql.sql")) {
      server.execute(
          address.substring(address.lastIndexOf('/') + 1),
          new String(dump.readAllBytes(), StandardCharsets.UTF_8));
    }
    try (Studies then = StudyLocation.studies(address, Session.usual());
        Studies now = StudyLocation.studies(server.newDatabase(), Session.usual())) {
      FirstFormat.make(now);
      FirstFormat.assertGoOnAlike(then, now);
    }
  }

  /** Who runs the database may have made the schema for a user who may not. */
  @Test
  void schema_isMadeOrUsedByWhoMay() throws Exception {
    String address = server.newDatabase();
    String database = address.substring(address.lastIndexOf('/') + 1);
    server.execute(database, "CREATE ROLE %s_user LOGIN PASSWORD 'secret'".formatted(database));
    String user = address.replace("postgres:secret", database + "_user:secret");
    assertThatThrownBy(() -> StudyLocation.studies(user, Session.usual()))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("the tables of studies could not be made in")
        .hasMessageContaining("check that you may create a schema there");
    server.execute(database, "CREATE SCHEMA leadline AUTHORIZATION %s_user".formatted(database));
    try (Studies studies = StudyLocation.studies(user, Session.usual())) {
      assertThat(studies.create("a", StudyStoreContract.HEADER).name()).isEqualTo("a");
    }
  }

  @Test
  void processesThatComeTogether_migrateOnce() throws Exception {
    String address = server.newDatabase();
    ExecutorService workers = Executors.newFixedThreadPool(4);
    try {
      List<Future<Integer>> opened = new java.util.ArrayList<>();
      for (int i = 0; i < 4; i++) {
        opened.add(
            workers.submit(
                () -> {
                  try (StudyStore store =
                      StudyLocation.parse(address + "/a")
                          .open(StudyStoreContract.HEADER, Session.usual())) {
                    return store.trials().size();
                  }
                }));
      }
      for (Future<Integer> trials : opened) {
        assertThat(trials.get()).isZero();
      }
    } finally {
      workers.shutdown();
    }
  }

  /** Its connections break, its claims stay, and what waits goes on when it is back. */
  @Test
  void restart_isSurvivedBySessions() throws Exception {
    String address = server.newDatabase() + "/a";
    try (StudyStore store =
        StudyLocation.parse(address).open(StudyStoreContract.HEADER, Session.usual())) {
      store.add(running(0));
      server.stop();
      server.start();
      assertThat(
              eventually(
                  () -> store.change(0, t -> t.told(1, StudyStoreContract.NOON)).trial().value()))
          .isEqualTo(1.0);
      assertThat(store.add(running(1))).isTrue();
    }
  }

  @Test
  void databaseThatStaysAway_makesItsClaimsLost() throws Exception {
    String address = server.newDatabase() + "/a";
    Session impatient = Session.usual().patience(Duration.ofMillis(1500));
    LinkedBlockingQueue<Set<Integer>> lost = new LinkedBlockingQueue<>();
    try (StudyStore store =
        StudyLocation.parse(address).open(StudyStoreContract.HEADER, impatient)) {
      store.onLost(lost::add);
      store.add(running(0));
      long begin = System.nanoTime();
      server.stop();
      try {
        assertThat(lost.poll(20, TimeUnit.SECONDS)).containsExactly(0);
        assertThat(System.nanoTime() - begin).isGreaterThan(Duration.ofMillis(500).toNanos());
      } finally {
        server.start();
      }
      // Nobody else took it, so it is ours again.
      StoredTrial again = eventually(() -> store.claim().orElseThrow());
      assertThat(again.number()).isZero();
    }
  }

  private static <T> T eventually(java.util.function.Supplier<T> call) throws Exception {
    for (int i = 0; ; i++) {
      try {
        return call.get();
      } catch (StorageException e) {
        if (!e.isUnreachable() || i > 200) {
          throw e;
        }
        Thread.sleep(50);
      }
    }
  }

  private static StoredTrial running(int number) {
    return StoredTrial.running(
        number, StudyStoreContract.at(0.5), List.of(), StudyStoreContract.NOON);
  }
}
