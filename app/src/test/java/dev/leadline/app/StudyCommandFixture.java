package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.storage.StoredTrial;
import dev.leadline.storage.StudyFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A study file in a directory of its own, and the command that tunes into it. */
abstract class StudyCommandFixture {

  @TempDir Path directory;
  Path file;

  @BeforeEach
  void setUp() {
    file = directory.resolve("tune.db");
  }

  static String[] with(String[] command, String... options) {
    return Stream.concat(Stream.of(options), Stream.of(command)).toArray(String[]::new);
  }

  /** Tunes a command; by random search unless the arguments say otherwise. */
  CommandRun run(int trials, String... arguments) {
    List<String> all =
        new ArrayList<>(List.of("run", "--strategy", "random", "--study", file.toString()));
    all.addAll(List.of("--trials", Integer.toString(trials)));
    if (List.of(arguments).contains("--strategy") || List.of(arguments).contains("--model")) {
      all.subList(1, 3).clear();
    }
    all.addAll(List.of(arguments));
    return CommandRun.of(all.toArray(String[]::new));
  }

  List<StoredTrial> trials() {
    return StudyFile.read(file).trials();
  }

  static void assertRefused(CommandRun run, ExitCode code, String part) {
    assertThat(run.err())
        .contains("leadline: ")
        .contains(part)
        .doesNotContain("\tat ", "Exception");
    assertThat(run.code()).isEqualTo(code.number());
  }
}
