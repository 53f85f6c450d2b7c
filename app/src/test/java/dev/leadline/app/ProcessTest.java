package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.leadline.app.execute.CommandTemplate;
import dev.leadline.app.execute.Living;
import dev.leadline.app.exit.ExitCode;
import dev.leadline.space.Space;
import dev.leadline.storage.Session;
import dev.leadline.storage.StoredState;
import dev.leadline.storage.StoredTrial;
import dev.leadline.storage.StudyFile;
import dev.leadline.storage.StudyLocation;
import dev.leadline.storage.StudySetup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What only a process of its own can show: signals, kills and a full disk. */
class ProcessTest {

  private static final String SCRIPT = "echo $$ >> pids; sleep 0.15; echo {x}";

  @TempDir Path directory;

  @Test
  void killedRun_resumesAndLosesAtMostTheRunningTrial() throws Exception {
    Process run = start(1000, SCRIPT);
    awaitDone(4);
    run.destroyForcibly().waitFor();
    List<StoredTrial> before = trials();
    long done = before.stream().filter(trial -> trial.state() == StoredState.DONE).count();
    assertThat(before.size() - done).isLessThanOrEqualTo(1);

    Process again = start(before.size() + 2, SCRIPT);
    assertThat(again.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(again.exitValue()).as(Files.readString(directory.resolve("log"))).isZero();
    List<StoredTrial> after = trials();
    assertThat(after).hasSize(before.size() + 2).allMatch(t -> t.state() == StoredState.DONE);
    for (StoredTrial trial : before) {
      assertThat(after.get(trial.number()).settings()).isEqualTo(trial.settings());
      if (trial.state() == StoredState.DONE) {
        assertThat(after.get(trial.number())).isEqualTo(trial);
      }
    }
  }

  /** As {@code yes | head} ends: at once, without a word, by what a shell calls 141. */
  @Test
  void runThatNobodyReads_ends() throws Exception {
    List<String> run =
        ThisBuild.command(
            "160m",
            "run --strategy random --trials 500 --study %s --param x=real:0..1 -- echo {x}"
                .formatted(directory.resolve("tune.db"))
                .split(" "));
    Process shell =
        new ProcessBuilder(
                "bash", "-c", CommandTemplate.quote(run) + " 2>&1 | head -2; echo ${PIPESTATUS[0]}")
            .start();
    assertThat(shell.inputReader().lines().toList()).hasSize(3).last().isEqualTo("141");
    assertThat(trials().size()).isLessThan(50);
  }

  /** A password of the database is not for whatever is tuned, unless the user says so. */
  @Test
  void program_doesNotInheritOurSecrets() throws Exception {
    List<String> arguments =
        List.of("--param", "TOKEN=real:0..1", "--", "sh", "-c", "env > seen; echo 1");
    assertThat(environmentSeen(List.of(), arguments))
        .contains("PGUSER=me")
        .anyMatch(line -> line.startsWith("LEADLINE_TOKEN=0.")) // the setting
        .noneMatch(line -> line.contains("secret"));
    assertThat(environmentSeen(List.of("--pass-env", "PGPASSWORD"), arguments))
        .contains("PGPASSWORD=secret")
        .doesNotContain("LEADLINE_TLS_PASSWORD=secret");
    assertThat(
            CommandRun.of(
                    "run",
                    "--trials",
                    "1",
                    "--pass-env",
                    "HOME",
                    "--param",
                    "x=real:0..1",
                    "--",
                    "echo")
                .err())
        .contains(
            "expected --pass-env with one of PGPASSWORD, LEADLINE_TOKEN, LEADLINE_TLS_PASSWORD but got 'HOME'");
  }

  private List<String> environmentSeen(List<String> options, List<String> arguments)
      throws Exception {
    List<String> command = new ArrayList<>(List.of("run", "--strategy", "random"));
    command.addAll(List.of("--trials", "1", "--study", "env%d.db".formatted(options.size())));
    command.addAll(options);
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(ThisBuild.command("160m", command.toArray(String[]::new)))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("log").toFile());
    builder.environment().put("PGUSER", "me");
    for (String name : List.of("PGPASSWORD", "LEADLINE_TOKEN", "LEADLINE_TLS_PASSWORD")) {
      builder.environment().put(name, "secret");
    }
    Process run = builder.start();
    assertThat(run.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(run.exitValue()).as(Files.readString(directory.resolve("log"))).isZero();
    return Files.readAllLines(directory.resolve("seen"));
  }

  @Test
  void interrupt_releasesTheRunningTrialAndTellsHowToResume() throws Exception {
    Process run = start(1000, "echo $$ > draft; mv draft pids; sleep 30; echo {x}");
    Path pids = directory.resolve("pids");
    awaitFile("pids");
    new ProcessBuilder("kill", "-INT", Long.toString(run.pid())).start().waitFor();
    assertThat(run.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(run.exitValue()).isEqualTo(ExitCode.INTERRUPTED.number());
    assertThat(Files.readString(directory.resolve("log"))).contains("the same command resumes");
    assertThat(trials())
        .singleElement()
        .satisfies(
            trial -> {
              assertThat(trial.state()).isEqualTo(StoredState.QUEUED);
              assertThat(trial.attempts()).isEqualTo(1);
              assertThat(trial.deaths()).isZero();
            });
    assertThat(Living.of(Files.readAllLines(pids))).isEmpty();
  }

  @Test
  void workerThatIsStopped_letsItsTrialEndWithinItsGrace() throws Exception {
    stopWorker("20s", "touch begun; sleep 1.5; echo {x}");
    assertThat(trials()).singleElement().matches(t -> t.state() == StoredState.DONE);
  }

  @Test
  void workerThatIsStopped_handsBackWhatDoesNotEndWithinItsGrace() throws Exception {
    stopWorker("1s", "echo $$ > draft; mv draft begun; sleep 60; echo {x}");
    assertThat(trials())
        .singleElement()
        .matches(t -> t.state() == StoredState.QUEUED && t.deaths() == 0);
    assertThat(Living.of(Files.readAllLines(directory.resolve("begun")))).isEmpty();
  }

  private void stopWorker(String grace, String script) throws Exception {
    StudySetup setup =
        StudySetup.minimise(Space.builder().real("x", 0, 1).build()).strategy("random").budget(9);
    StudyLocation.parse(directory.resolve("tune.db").toString())
        .open(setup.header(), Session.usual())
        .close();
    Process worker = run(leadline("work", "tune.db", "--grace", grace, "--", "sh", "-c", script));
    awaitFile("begun");
    worker.destroy();
    assertThat(worker.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(worker.exitValue()).isEqualTo(128 + 15);
    assertThat(Files.readString(directory.resolve("log"))).contains("the same command goes on");
  }

  @Test
  void orphanOfAKilledRun_isEndedBeforeItsTrialIsTriedAgain() throws Exception {
    String late =
        "echo $$ >> pids; [ -e once ] || { trap '' TERM; touch once; sleep 8; echo 777; exit; }; echo {x}";
    Process run = start(1, late);
    awaitFile("once");
    run.destroyForcibly().waitFor();
    String orphan = Files.readString(directory.resolve("pids")).strip();
    assertThat(Living.of(List.of(orphan))).as("the program outlives the run").isNotEmpty();

    String check = "! grep -sq 'State:.[RSD]' /proc/" + orphan + "/status || exit 9; ";
    Process again = start(1, check + late);
    assertThat(again.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(again.exitValue()).as(Files.readString(directory.resolve("log"))).isZero();
    StoredTrial trial = trials().get(0);
    assertThat(trial.value()).isEqualTo(Double.parseDouble(trial.settings().get("x")));
    assertThat(trial.output()).isEqualTo("tune.trials/0-2");
    assertThat(directory.resolve("tune.trials/0-1/stdout.txt")).exists();
  }

  /** As in a container without an init: what trials leave behind becomes zombies of Java's. */
  @Test
  @Timeout(60)
  void firstProcessOfAContainer_survivesTimeouts() throws Exception {
    List<String> command =
        new ArrayList<>(List.of("unshare", "-rpf", "--kill-child", "--mount-proc"));
    boolean possible = succeeds(command, "true");
    if (!possible) {
      System.err.println("SKIPPED: firstProcessOfAContainer needs unshare with user namespaces");
    }
    assumeTrue(possible, "needs unshare with user namespaces");
    command.addAll(java(2, "(sleep 73 &); (sleep 0.1 &); sleep 74; echo {x}"));
    command.addAll(command.indexOf("--trials"), List.of("--timeout", "400ms"));
    Process run = run(command);
    try {
      assertThat(run.waitFor(20, TimeUnit.SECONDS)).as("it ends").isTrue();
    } finally {
      run.destroyForcibly();
    }
    assertThat(trials()).extracting(StoredTrial::reason).containsOnly("timed out after 0.4s");
  }

  @Test
  void textOutsideAscii_reachesTheProgramUnharmed() throws Exception {
    String script = "printf '%s ' \"$1\" \"$LEADLINE_c\" \"${LC_ALL-none}\" > got; echo 1";
    List<String> command = new ArrayList<>(java(1, script));
    command.addAll(List.of("sh", "äü日本-{c}"));
    command.addAll(command.indexOf("--param"), List.of("--param", "c=choice:grün,日本"));
    command.add(1, "-Dleadline.lc_all=POSIX"); // as the launcher does
    Process run = run(command, "C.UTF-8");
    assertThat(run.waitFor()).as(Files.readString(directory.resolve("log"))).isZero();
    String option = trials().get(0).settings().get("c");
    assertThat(option).isIn("grün", "日本");
    assertThat(directory.resolve("got")).hasContent("äü日本-%s %s POSIX ".formatted(option, option));
  }

  @Test
  void textThatTheLocaleCannotHold_isRefusedWithTheRemedy() throws Exception {
    List<String> direct = new ArrayList<>(java(1, "echo {x}"));
    direct.set(direct.size() - 1, "echo {x} # ä");
    assertRefused(run(direct, "C"), "run the same command with LC_ALL=C.UTF-8");
    Files.writeString(
        directory.resolve("space.yaml"),
        "minimise: y\nparameters:\n  - {name: x, choice: [gr\u00fcn, rot]}\n");
    List<String> inFile = new ArrayList<>(java(1, "echo {x}"));
    inFile.set(inFile.indexOf("--param"), "--space");
    inFile.set(inFile.indexOf("x=real:0..1"), "space.yaml");
    assertRefused(run(inFile, "C"), "the space has the character 'ü'");
    assertThat(directory.resolve("tune.db")).doesNotExist();
  }

  private void assertRefused(Process run, String part) throws Exception {
    assertThat(run.waitFor()).isEqualTo(ExitCode.USAGE.number());
    assertThat(Files.readString(directory.resolve("log"))).contains("leadline: ", part);
  }

  /** Containers of one machine: each numbers its processes anew, and they may share a name. */
  @Test
  void runsOfTwoContainers_shareAStudy() throws Exception {
    List<String> contained =
        new ArrayList<>(List.of("unshare", "-rpf", "--kill-child", "--mount-proc"));
    assumeTrue(succeeds(contained, "true"), "needs unshare with user namespaces");
    String slow = "echo {trial} >> begun; sleep 0.1; echo {x}";
    contained.addAll(java(30, slow));
    Process run = run(contained);
    try {
      awaitDone(2);
      Process second = new ProcessBuilder(java(30, slow)).directory(directory.toFile()).start();
      assertThat(second.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(second.exitValue()).isZero();
      assertThat(run.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(run.exitValue()).isZero();
    } finally {
      run.destroyForcibly().waitFor();
    }
    assertThat(trials()).hasSize(30).allMatch(trial -> trial.state() == StoredState.DONE);
    assertThat(Files.readAllLines(directory.resolve("begun"))).hasSize(30).doesNotHaveDuplicates();
  }

  /** A directory that nobody may write, also with what a killed run left in its log. */
  @Test
  void show_needsNoRightToWrite() throws Exception {
    Process run = start(1000, SCRIPT);
    awaitDone(4);
    run.destroyForcibly().waitFor();
    assertThat(directory.resolve("tune.db-wal")).isNotEmptyFile();
    Path mount = Files.createDirectory(directory.resolve("small"));
    assumeTrue(canMount(mount), "needs user namespaces");
    for (String left : List.of("tune.db tune.db-wal", "tune.db tune.db-wal tune.db-shm")) {
      String line =
          "mount -t tmpfs none small && cp %s small && mount -o remount,ro small && cd small && \"$@\""
              .formatted(left);
      List<String> command = new ArrayList<>(List.of("unshare", "-rm", "sh", "-c", line, "sh"));
      command.addAll(leadline("show", "tune.db"));
      Process show = run(command);
      assertThat(show.waitFor(60, TimeUnit.SECONDS)).isTrue();
      String log = Files.readString(directory.resolve("log"));
      assertThat(show.exitValue()).as(log).isZero();
      assertThat(log).contains("best value: ").containsPattern("(?m)^3 +done");
    }
  }

  /** The client of three killed sessions still knows what came of its trial. */
  @Test
  void askTell_takesAResultAfterThreeKills() throws Exception {
    for (int kill = 0; kill < 3; kill++) {
      Process session = askTell();
      session.getOutputStream().write("{\"ask\":1}\n".getBytes(StandardCharsets.UTF_8));
      session.getOutputStream().flush();
      assertThat(session.inputReader().readLine()).startsWith("{\"trial\":0,");
      session.destroyForcibly().waitFor();
    }
    Process session = askTell();
    session
        .getOutputStream()
        .write("{\"tell\":0,\"value\":1.5}\n".getBytes(StandardCharsets.UTF_8));
    session.getOutputStream().close();
    assertThat(session.inputReader().readLine()).isEqualTo("{\"ok\":true}");
    assertThat(session.waitFor()).isZero();
    assertThat(trials().get(0).value()).isEqualTo(1.5);
  }

  @Test
  void fullOutput_isNoSuccess() throws Exception {
    assertThat(start(3, "echo {x}").waitFor()).isZero();
    List<String> command = new ArrayList<>(List.of("sh", "-c", "\"$@\" > /dev/full", "sh"));
    command.addAll(leadline("show", "tune.db", "--csv"));
    assertThat(run(command).waitFor()).isEqualTo(ExitCode.STORAGE.number());
    assertThat(Files.readString(directory.resolve("log")))
        .contains("leadline: standard output could not be written (No space left on device)");
  }

  private Process askTell() throws Exception {
    return new ProcessBuilder(
            leadline(
                "ask-tell", "--strategy", "random", "--param", "x=real:0..1", "--study", "tune.db"))
        .directory(directory.toFile())
        .redirectError(directory.resolve("log").toFile())
        .start();
  }

  /** A real full disk: a file system of a few hundred kilobytes that only this process sees. */
  @Test
  void fullDisk_isASentenceAndTheStudyStaysWhole() throws Exception {
    Path mount = Files.createDirectory(directory.resolve("small"));
    assumeTrue(canMount(mount), "needs user namespaces");
    String line =
        "mount -t tmpfs -o size=400k none small && cd small && { \"$@\"; code=$?; cp tune.db* ..;"
            + " exit $code; }";
    List<String> command = new ArrayList<>(List.of("unshare", "-rm", "sh", "-c", line, "sh"));
    command.addAll(java(1000, "head -c 4000 /dev/zero | tr '\\\\0' x; echo; echo {x}"));
    Process run = run(command);
    assertThat(run.waitFor(120, TimeUnit.SECONDS)).isTrue();
    String log = Files.readString(directory.resolve("log"));
    assertThat(log)
        .containsPattern("leadline: .*(disk is full|free some space)")
        .doesNotContain("\tat ");
    assertThat(run.exitValue()).as(log).isEqualTo(ExitCode.STORAGE.number());
    assertThat(trials()).isNotEmpty().anyMatch(trial -> trial.state() == StoredState.DONE);
  }

  private static boolean canMount(Path mount) throws Exception {
    return succeeds(List.of("unshare", "-rm", "mount", "-t", "tmpfs", "none"), mount.toString());
  }

  private static boolean succeeds(List<String> command, String last) throws Exception {
    List<String> words = new ArrayList<>(command);
    words.add(last);
    try {
      return new ProcessBuilder(words).start().waitFor() == 0;
    } catch (java.io.IOException e) {
      return false;
    }
  }

  private Process start(int trials, String script) throws Exception {
    return run(java(trials, script));
  }

  private Process run(List<String> command) throws Exception {
    return run(command, "C.UTF-8");
  }

  /* The test's own Java may be unable to write the arguments that the command is to get, so a shell
  reads them from a file. */
  private Process run(List<String> command, String locale) throws Exception {
    String line = "LC_ALL=" + locale + "; export LC_ALL\nexec " + CommandTemplate.quote(command);
    Files.writeString(directory.resolve("command.sh"), line + "\n");
    return new ProcessBuilder("sh", "command.sh")
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("log").toFile())
        .start();
  }

  private static List<String> java(int trials, String script) {
    List<String> command = leadline("run", "--strategy", "random");
    command.addAll(List.of("--param", "x=real:0..1", "--study", "tune.db"));
    command.addAll(List.of("--trials", Integer.toString(trials), "--", "sh", "-c", script));
    return command;
  }

  private static List<String> leadline(String... arguments) {
    return ThisBuild.command("160m", arguments);
  }

  private void awaitDone(int count) throws Exception {
    for (int i = 0; i < 1500; i++) {
      if (Files.exists(directory.resolve("tune.db")) && done() >= count) {
        return;
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
    throw new AssertionError(Files.readString(directory.resolve("log")));
  }

  private void awaitFile(String name) throws Exception {
    for (int i = 0; i < 1500 && !Files.exists(directory.resolve(name)); i++) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    assertThat(directory.resolve(name)).as(Files.readString(directory.resolve("log"))).exists();
  }

  private long done() {
    try {
      return trials().stream().filter(trial -> trial.state() == StoredState.DONE).count();
    } catch (dev.leadline.storage.StorageException e) {
      return 0; // just being created
    }
  }

  private List<StoredTrial> trials() {
    return StudyFile.read(directory.resolve("tune.db")).trials();
  }
}
