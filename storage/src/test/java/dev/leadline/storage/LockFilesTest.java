package dev.leadline.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockFilesTest {

  @TempDir Path directory;

  /** A look at its own claims must not cost a process the lock that keeps them. */
  @Test
  void sessions_liveForOtherProcessesWhateverTheirOwnLooksAt() throws Exception {
    Path file = directory.resolve("study.db");
    try (DatabaseStore one = hold(file);
        DatabaseStore two = hold(file)) {
      assertThat(one.add(running(0))).isTrue();
      assertThat(two.add(running(1))).isTrue();
      assertThat(one.claim()).isEmpty();
      assertThat(two.claim()).isEmpty();
      assertThat(answerOfAnotherProcess(file, one.token(), two.token()))
          .containsExactly("false", "false");
      two.close();
      assertThat(one.claim().orElseThrow().number()).isEqualTo(1);
      assertThat(answerOfAnotherProcess(file, one.token())).containsExactly("false");
    }
    try (var files = Files.list(directory)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void session_isDeadWithItsProcess() throws Exception {
    Path file = directory.resolve("study.db");
    Worker here = Worker.self();
    Worker another = new Worker(here.host(), here.pid(), here.started() - 1, here.kernel());
    try (LockFiles mine = new LockFiles(file, here)) {
      LockFiles its = new LockFiles(file, another);
      String token = another.claimant(Claimant.USUAL_PATIENCE).token();
      its.begin(token);
      assertThat(mine.isDead(token)).isFalse();
      its.close();
      assertThat(mine.isDead(token)).isTrue();
      assertThat(here.isOwn(token)).isFalse();
      assertThat(another.isOwn(token)).isTrue();
    }
  }

  /** SQLite has locks on its file, too: with them a process loses what it writes from then on. */
  @Test
  void study_keepsWhatIsWrittenAfterItsFileWasRead() throws Exception {
    Path file = directory.resolve("study.db");
    try (DatabaseStore study = hold(file);
        DatabaseStore second = hold(file)) {
      add(study);
      assertThat(StudyFile.read(file).trials()).hasSize(1);
      assertThat(said(Visit.class, file.toString())).containsExactly("2 trials");
      add(study);
      add(second);
      assertThat(said(Visit.class, file.toString())).containsExactly("5 trials");
    }
    assertThat(StudyFile.read(file).trials()).hasSize(5);
  }

  /** Adds a trial to a study and says how many it has then. */
  static final class Visit {

    private Visit() {}

    public static void main(String[] arguments) {
      try (DatabaseStore study = hold(Path.of(arguments[0]))) {
        add(study);
        System.out.println(study.trials().size() + " trials");
      }
    }
  }

  private static void add(DatabaseStore study) {
    int number = study.trials().size();
    study.add(
        StoredTrial.observed(
            number, StudyStoreContract.at(0.5), 1.0, null, StudyStoreContract.NOON));
  }

  /** Says of each session of a file whether it is dead. */
  static final class Look {

    private Look() {}

    public static void main(String[] arguments) {
      try (LockFiles locks = new LockFiles(Path.of(arguments[0]), Worker.self())) {
        for (String token : List.of(arguments).subList(1, arguments.length)) {
          System.out.println(locks.isDead(token));
        }
      }
    }
  }

  private static List<String> answerOfAnotherProcess(Path file, String... tokens) throws Exception {
    List<String> arguments = new ArrayList<>(List.of(file.toString()));
    arguments.addAll(List.of(tokens));
    return said(Look.class, arguments.toArray(String[]::new));
  }

  /** What a class says that runs in a process of its own. */
  private static List<String> said(Class<?> main, String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    return said.lines().toList();
  }

  private static DatabaseStore hold(Path file) {
    return StudyFile.hold(file, StudyStoreContract.HEADER, Worker.self(), Clock.systemUTC());
  }

  private static StoredTrial running(int number) {
    return StoredTrial.running(
        number, StudyStoreContract.at(0.5), List.of(), StudyStoreContract.NOON);
  }
}
