package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.pfn.ModelFile;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PretrainCommandTest {

  @TempDir Path directory;

  private CommandRun pretrain(String... more) {
    String[] arguments = new String[3 + more.length];
    arguments[0] = "pretrain";
    arguments[1] = "--out";
    arguments[2] = directory.resolve("run").toString();
    System.arraycopy(more, 0, arguments, 3, more.length);
    return CommandRun.of(arguments);
  }

  @Test
  void few_steps_end_with_a_model_that_can_be_read() throws IOException {
    CommandRun run = pretrain("--preset", "tiny", "--steps", "30", "--profile");
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("step 25", "30 steps, 480 tasks");
    assertThat(run.out()).containsPattern("prior +[0-9.]+ ms +[0-9.]+ %\\R  forward ");
    ModelFile model = ModelFile.read(directory.resolve("run/model.pfn"));
    assertThat(model.manifest().name()).isEqualTo("tiny");
    assertThat(model.manifest().training()).containsEntry("tasks", "480");
  }

  @Test
  void stages_are_measured_while_they_overlap() {
    CommandRun run = pretrain("--preset", "tiny", "--steps", "3", "--profile=overlapped");
    assertThat(run.code()).isZero();
    assertThat(run.out()).containsPattern("backward +[0-9.]+ ms");
  }

  @Test
  void preset_that_does_not_exist_is_named() {
    CommandRun run = pretrain("--preset", "huge");
    assertThat(run.code()).isEqualTo(ExitCode.USAGE.number());
    assertThat(run.err()).contains("there is no preset 'huge': use one of default, tiny");
  }

  @Test
  void run_that_exists_is_not_overwritten() {
    assertThat(pretrain("--preset", "tiny", "--steps", "2").code()).isZero();
    CommandRun again = pretrain("--preset", "tiny", "--steps", "2");
    assertThat(again.code()).isEqualTo(ExitCode.USAGE.number());
    assertThat(again.err()).contains("already holds a run: add --resume");
    CommandRun other = pretrain("--preset", "tiny", "--steps", "2", "--seed", "2", "--resume");
    assertThat(other.code()).isEqualTo(ExitCode.USAGE.number());
    assertThat(other.err()).contains("the seed is 1 there and 2 here");
  }
}
