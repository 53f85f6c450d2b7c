package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.storage.RelatedText;
import dev.leadline.storage.StudyFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RelatedTest extends StudyCommandFixture {

  private static final String[] TUNE = {
    "--param", "x=real:0..10", "--param", "gc=choice:g1,z", "--", "echo", "{x}"
  };

  private String earlier;

  @BeforeEach
  void tuneBefore() {
    earlier = directory.resolve("nightly-3.db").toString();
    assertThat(
            CommandRun.of(
                    with(
                        TUNE,
                        "run",
                        "--strategy",
                        "random",
                        "--trials",
                        "12",
                        "--study",
                        earlier,
                        "--param",
                        "heap=integer:1..4"))
                .code())
        .isZero();
  }

  @Test
  void earlierStudy_isSaidMatchedKeptAndShown() throws Exception {
    CommandRun run = run(2, with(TUNE, "--related", earlier, "--strategy", "committee"));
    String sentence = "nightly-3: 12 trials by x, gc; heap left out, being no input here";
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.err()).contains("note: learns from ").contains(sentence);
    Files.delete(Path.of(earlier));
    CommandRun again = run(3, with(TUNE, "--related", earlier, "--strategy", "committee"));
    assertThat(again.code()).as(again.err()).isZero();
    assertThat(again.err()).contains(sentence);
    CommandRun plain = run(8, with(TUNE, "--strategy", "committee"));
    assertThat(plain.err()).contains(sentence);
    assertThat(plain.out()).containsPattern("earlier studies: .*nightly-3: alike, 0\\.");
    assertThat(RelatedText.all(StudyFile.read(file).attachments())).hasSize(1);
    assertThat(CommandRun.of("show", file.toString()).out())
        .contains("learns from ")
        .contains(sentence)
        .containsPattern("earlier studies: .*nightly-3: alike, 0\\.");
    assertThat(CommandRun.of("show", file.toString(), "--json").out())
        .containsPattern(
            "\"related\":\\[\\{\"name\":\".*nightly-3\",\"matched\":\".*12 trials by"
                + " x.*\"observations\":12,\"likeness\":0\\.[3-9]");
  }

  @Test
  void earlierStudies_areNamedByTheSpaceFileToo() throws Exception {
    Path table = directory.resolve("old.csv");
    Files.writeString(table, "x,value\n1,5\n2,7\n");
    Path space =
        Files.writeString(
            directory.resolve("space.yaml"),
            "related: [%s, %s]\nparameters: [{name: x, real: [0, 10]}]\n"
                .formatted(earlier, table));
    CommandRun run = run(1, "--space", space.toString(), "--", "echo", "{x}");
    assertThat(run.err())
        .contains("nightly-3: 12 trials by x; heap, gc left out")
        .contains("old: 2 trials by x");
  }

  @Test
  void resultsThatContradictTheStudysOwn_areSaidToWithTheWayOut() {
    String[] space = {"--param", "heap=integer:1..4", "--from", earlier};
    String[] hundredfold = with(TUNE, space);
    hundredfold[hundredfold.length - 1] = "{x}e2";
    CommandRun other = run(22, hundredfold);
    String sentence = "of 10 values contradict the results that were taken from elsewhere (trial ";
    assertThat(other.out()).contains(sentence).contains("begin a new study with --related");
    assertThat(CommandRun.of("show", file.toString()).out()).contains(sentence);
    String agreeing = directory.resolve("same.db").toString();
    String[] run = {"run", "--trials", "22", "--strategy", "random", "--study", agreeing};
    CommandRun.of(with(with(TUNE, space), run));
    assertThat(CommandRun.of("show", agreeing).out())
        .contains("22 trials")
        .doesNotContain("contradict");
  }

  @Test
  void worker_bringsAnEarlierStudyIntoOneThatIsThere() {
    run(1, TUNE);
    CommandRun work =
        CommandRun.of("work", file.toString(), "--related", earlier, "--", "echo", "{x}");
    assertThat(work.code()).as(work.err()).isZero();
    assertThat(work.err()).contains("nightly-3: 12 trials by x, gc");
    assertThat(StudyFile.read(file).header().changes())
        .anyMatch(change -> change.matches("from trial 1 on: learns from .*nightly-3"));
  }

  @Test
  void workerOfAServer_hearsWhereItsStudyIsToldOfEarlierOnes() {
    CommandRun work =
        CommandRun.of("work", "http://h:1/n", "--related", earlier, "--", "echo", "{x}");
    assertThat(work.code()).isEqualTo(ExitCode.USAGE.number());
    assertThat(work.err()).contains("when it is made: on its page, or by \"related\" in POST");
  }

  @Test
  void whatCannotBeLearntFrom_isRefusedInOneSentenceAndNothingIsMade() throws Exception {
    String[] none = {"--related", directory.resolve("none.db").toString()};
    assertRefused(run(3, with(TUNE, none)), ExitCode.STORAGE, "none.db does not exist");
    Path damaged =
        Files.writeString(directory.resolve("bad.db"), "not a database at all ".repeat(99));
    assertRefused(run(3, with(TUNE, "--related", damaged.toString())), ExitCode.STORAGE, "bad.db");
    assertRefused(
        run(3, "--param", "other=real:0..1", "--related", earlier, "--", "echo", "{other}"),
        ExitCode.USAGE,
        "expected an earlier study with an input of this one but ");
    assertRefused(
        run(3, with(TUNE, "--maximise", "--related", earlier)),
        ExitCode.USAGE,
        "expected an earlier study with the goal 'maximise value' but that of ");
    assertRefused(
        run(3, with(TUNE, Collections.nCopies(1000, "--related=old").toArray(String[]::new))),
        ExitCode.STORAGE,
        "old does not exist");
    String[] thousand = new String[1000];
    for (int i = 0; i < thousand.length; i++) {
      thousand[i] = "--related=old" + i + ".db";
    }
    assertRefused(
        run(3, with(TUNE, thousand)),
        ExitCode.USAGE,
        "expected at most 30 earlier studies but got 1000; keep the most alike");
    assertRefused(
        run(3, with(TUNE, "--related", file.toString())), ExitCode.USAGE, "is the study itself");
    assertThat(file).doesNotExist();
    String[] table = {"--related", directory.resolve("no.csv").toString()};
    assertRefused(run(3, with(TUNE, table)), ExitCode.USAGE, "no.csv: the file cannot be read");
    assertThat(
            CommandRun.of(
                    "run",
                    "--trials=1",
                    "--study",
                    earlier + "2.db",
                    "--param=x=real:0..1",
                    "--",
                    "false")
                .code())
        .isEqualTo(1);
    CommandRun.of("retry", earlier + "2.db");
    assertRefused(
        run(3, with(TUNE, "--related", earlier + "2.db")),
        ExitCode.USAGE,
        "expected an earlier study with a finished trial but ");
  }
}
