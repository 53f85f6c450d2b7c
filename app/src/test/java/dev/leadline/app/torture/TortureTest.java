package dev.leadline.app.torture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.app.torture.Tally.Count;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TortureTest {

  @TempDir Path directory;

  @Test
  @Tag("slow")
  void program_survivesEveryAttack() throws Exception {
    assertSurvives(Duration.ZERO, 3);
  }

  @Test
  @Tag("slow")
  void program_survivesAMinuteOfTorture() throws Exception {
    assertSurvives(Duration.ofMinutes(1), System.nanoTime());
  }

  @Test
  void fuzz_countsWhatAWrongProgramAnswers() throws Exception {
    Tally tally = new Tally();
    fuzz("while read -r line; do echo '{\"ok\":true}'; done; echo '{\"ok\":true}'", tally);
    assertThat(tally.of(Count.WRONG)).isEqualTo(1);
    fuzz("while read -r line; do echo '{\"error\":\"java.lang.Oops\"}'; done", tally);
    assertThat(tally.of(Count.WRONG)).isEqualTo(1001);
    fuzz("exec cat", tally);
    assertThat(tally.of(Count.WRONG)).isGreaterThan(1200);
    assertThat(tally.of(Count.FUZZED)).isEqualTo(3000);
  }

  @Test
  void damage_countsWhatAWrongProgramShows() throws Exception {
    String program = "case $1 in run) echo 1234567 > tune.db;; show) cat tune.db;; esac";
    Tally tally = new Tally();
    new Damage(shell(program), directory).round(new SplittableRandom(1), tally);
    assertThat(tally.of(Count.DAMAGED)).isEqualTo(4);
    assertThat(tally.of(Count.SILENT)).isGreaterThan(0);
  }

  @Test
  void killedClient_countsWhatAForgetfulProgramLost() throws Exception {
    String program =
        "case $1 in show) echo trial,state,value,x;; *) i=0; while read -r line; do"
            + " case $line in *tell*) echo '{\"ok\":true}';; *) echo \"{\\\"trial\\\":$i}\";"
            + " i=$((i+1));; esac; done;; esac";
    Tally tally = new Tally();
    new KilledClient(shell(program), directory).round(new SplittableRandom(1), tally);
    assertThat(tally.of(Count.KILLS)).isEqualTo(6);
    assertThat(tally.of(Count.LOST)).isGreaterThan(0);
  }

  @Test
  @Tag("slow")
  void crowds_surviveManyRounds() throws Exception {
    Tally tally = new Tally();
    KilledCrowd crowd = new KilledCrowd(Program.inThisBuild(), directory);
    SplittableRandom random = new SplittableRandom(Long.getLong("leadline.torture.seed", 7));
    for (int i = 0; i < Integer.getInteger("leadline.torture.rounds", 12); i++) {
      crowd.round(random, tally);
    }
    assertThat(tally.isClean()).as(String.join("\n", tally.lines())).isTrue();
    System.out.println(String.join("\n", tally.lines()));
  }

  private void fuzz(String script, Tally tally) throws Exception {
    new Fuzz(shell(script), directory).round(new SplittableRandom(1), tally);
  }

  private Program shell(String script) throws Exception {
    Path file = Files.writeString(directory.resolve("program.sh"), script);
    return new Program(List.of("sh", file.toString()));
  }

  private void assertSurvives(Duration time, long seed) throws Exception {
    Tally tally = Torture.run(Program.inThisBuild(), directory, seed, time);
    String story = "seed %d\n%s".formatted(seed, String.join("\n", tally.lines()));
    assertThat(tally.isClean()).as(story).isTrue();
    assertThat(tally.of(Count.KILLS)).as(story).isGreaterThan(5);
    assertThat(tally.of(Count.FUZZED)).as(story).isGreaterThanOrEqualTo(1000);
    assertThat(tally.of(Count.DAMAGED)).as(story).isGreaterThan(3);
  }
}
