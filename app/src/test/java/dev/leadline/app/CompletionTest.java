package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.leadline.app.execute.TuningPlan;
import dev.leadline.early.EarlyStop;
import dev.leadline.pfn.PfnModel;
import dev.leadline.space.Space;
import dev.leadline.storage.Session;
import dev.leadline.storage.Studies;
import dev.leadline.storage.StudyLocation;
import dev.leadline.storage.StudySetup;
import dev.leadline.study.Strategies;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script as bash and zsh run it when somebody presses the tabulator. */
class CompletionTest {

  /** Says what bash would offer for the words, the last of which is being typed. */
  private static final String TAB =
      """
      source ./script
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
      _leadline_values "$1" "${!#}" "${COMP_WORDS[COMP_CWORD-1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """;

  /** A zsh at a terminal of its own: prints each line as it is after a press of the tabulator. */
  private static final String ZSH =
      """
      zmodload zsh/zpty
      print -r 'PROMPT=
        autoload -U compinit && compinit -u -D
        source ./script
        tab() { zle expand-or-complete; print -r -- "<line>$BUFFER<end>"; BUFFER= }
        zle -N tab
        bindkey "^X" tab
        print READY' > zshrc
      zpty terminal zsh -f -i
      zpty -w terminal 'source ./zshrc'
      zpty -r -m terminal out '*READY*'
      for line in "$@"; do
        zpty -n -w terminal "$line"$'\030'
        zpty -r -m terminal out '*<line>*<end>*'
        print -r -- "${${out##*<line>}%%<end>*}"
      done
      zpty -d terminal
      """;

  @TempDir Path directory;

  @BeforeEach
  void script() throws Exception {
    Files.writeString(directory.resolve("script"), CommandRun.of("completion").out());
    for (String name : List.of("space.yaml", "other.yml", "tune.db", "table.csv", "note.txt")) {
      Files.createFile(directory.resolve(name));
    }
    Files.createDirectory(directory.resolve("sub"));
  }

  @Test
  void values_areThoseThatTheOptionTakes() throws Exception {
    assertThat(offered("leadline", "run", "--strategy", ""))
        .containsExactlyInAnyOrderElementsOf(Strategies.names());
    assertThat(offered("leadline", "ask-tell", "--strategy", "so")).containsExactly("sobol");
    assertThat(offered("leadline", "run", "--early", ""))
        .hasSize(3)
        .allMatch(rule -> EarlyStop.parse(rule).toString().startsWith(rule));
    assertThat(offered("leadline", "run", "--pass-env", "")).isEqualTo(TuningPlan.SECRETS);
    assertThat(offered("leadline", "run", "--model", ""))
        .containsAll(PfnModel.shippedNames())
        .contains("note.txt");
    assertThat(offered("leadline", "help", "r"))
        .containsExactlyInAnyOrder("run", "retry", "reproduce");
    assertThat(offered("leadline", "run", "--sp")).containsExactly("--space");
    assertThat(offered("leadline", "sho")).containsExactly("show");
  }

  @Test
  void files_areThoseThatTheOptionReads() throws Exception {
    assertThat(offered("leadline", "run", "--space", ""))
        .containsExactlyInAnyOrder("space.yaml", "other.yml", "sub");
    assertThat(offered("leadline", "run", "--study", "")).containsExactly("tune.db", "sub");
    assertThat(offered("leadline", "show", "t")).containsExactly("tune.db");
    assertThat(offered("leadline", "run", "--from", "t")).containsExactly("tune.db", "table.csv");
  }

  @Test
  void studiesOfAFile_areOfferedByName() throws Exception {
    Path file = directory.resolve("all.db");
    StudySetup setup = StudySetup.minimise(Space.builder().real("x", 0, 1).build());
    try (Studies studies = StudyLocation.studies(file.toString(), Session.usual())) {
      List.of("nightly", "next", "weekly").forEach(name -> studies.create(name, setup.header()));
    }
    Path program = directory.resolve("leadline");
    Files.writeString(
        program, "#!/bin/sh\nexec " + String.join(" ", ThisBuild.command("64m")) + " \"$@\"\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    assertThat(offered("./leadline", "show", "all.db/n"))
        .containsExactlyInAnyOrder("all.db/nightly", "all.db/next");
    assertThat(offered("./leadline", "show", "none.db/n")).isEmpty();
  }

  @Test
  void zsh_completesTheSameWords() throws Exception {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/zsh")), "ZSH IS NOT INSTALLED: it was not tried");
    List<String> command = new ArrayList<>(List.of("zsh", "-f", "-c", ZSH, "zsh"));
    command.addAll(
        List.of(
            "leadline sho",
            "leadline run --strat",
            "leadline run --strategy so",
            "./leadline run --space sp",
            "leadline run --space su",
            "leadline show t"));
    assertThat(said(new ProcessBuilder(command).directory(directory.toFile())))
        .containsExactly(
            "leadline show ",
            "leadline run --strategy ",
            "leadline run --strategy sobol ",
            "./leadline run --space space.yaml ",
            "leadline run --space sub/",
            "leadline show tune.db ");
  }

  private List<String> offered(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of("bash", "-c", TAB, "bash"));
    command.addAll(List.of(words));
    ProcessBuilder bash =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD); // compopt has no meaning here
    return said(bash).stream().filter(line -> !line.isEmpty()).map(String::strip).toList();
  }

  private static List<String> said(ProcessBuilder shell) throws Exception {
    Process process = shell.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output.lines().toList();
  }
}
