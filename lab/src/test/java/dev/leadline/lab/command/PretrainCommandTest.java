package dev.leadline.lab.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.pfn.ModelFile;
import dev.leadline.torch.tensor.Device;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
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
    CommandRun run = pretrain("--preset", "tiny", "--steps", "30");
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("step 25", "30 steps, 480 tasks");
    ModelFile model = ModelFile.read(directory.resolve("run/model.pfn"));
    assertThat(directory.resolve("run/environment.json")).content().contains("commit", "tree");
    assertThat(model.manifest().name()).isEqualTo("tiny");
    assertThat(model.manifest().training())
        .containsEntry("tasks", "480")
        .containsEntry("steps", "30")
        .containsEntry("preset-steps", "1500");
  }

  @Test
  @Tag("slow")
  void tiny_halves_its_oracle_gap() {
    double first = gapAfter(20);
    double trained = gapAfter(800);
    assertThat(first).isPositive();
    assertThat(trained).isLessThan(first / 2);
  }

  /** The distance to the exact process at 20 observations, in nats per point. */
  private double gapAfter(int steps) {
    Path out = directory.resolve("gap" + steps);
    CommandRun run =
        CommandRun.of(
            "pretrain", "--preset", "tiny", "--steps", "" + steps, "--out", out.toString());
    assertThat(run.code()).as(run.err()).isZero();
    CommandRun check =
        CommandRun.of("model", "check", out.toString(), "--sizes", "20", "--tasks", "96");
    assertThat(check.code()).as(check.err()).isZero();
    Matcher row =
        Pattern.compile("\\| 1 \\| 20 \\| uniform \\|.*?\\| (\\S+) ± ").matcher(check.out());
    assertThat(row.find()).as(check.out()).isTrue();
    return Double.parseDouble(row.group(1));
  }

  @Test
  void cuda_asked_for_where_there_is_none_is_a_sentence() {
    assumeFalse(Device.CUDA.isAvailable());
    CommandRun run = pretrain("--preset", "tiny", "--device", "cuda");
    run.assertRefused(ExitCode.USAGE, "no CUDA device is usable here");
    assertThat(directory.resolve("run")).doesNotExist();
    pretrain("--preset", "tiny", "--device", "tpu")
        .assertRefused(ExitCode.USAGE, "expected device cpu or cuda but got 'tpu'");
  }

  @Test
  void preset_that_does_not_exist_is_named() {
    CommandRun run = pretrain("--preset", "huge");
    assertThat(run.code()).isEqualTo(ExitCode.USAGE.number());
    assertThat(run.err()).contains("there is no preset 'huge': use default, tiny, curves");
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
