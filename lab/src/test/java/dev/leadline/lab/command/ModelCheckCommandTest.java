package dev.leadline.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.committee.CommitteeConfig;
import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.Safetensors;
import dev.leadline.pfn.WeightLayout;
import dev.leadline.torch.train.ModelExport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelCheckCommandTest {

  private static final CommitteeConfig COMMITTEE =
      new CommitteeConfig(List.of(.2, .8, 3.2), List.of(1e-4, 1e-2), 1, .5, 1.5, 2, 12);

  @TempDir private Path directory;

  @Test
  void check_printsATableAndWritesTheRecordBesideTheModel() throws IOException {
    writeModel(directory.resolve("small.pfn"));
    CommandRun run =
        CommandRun.of(
            "model",
            "check",
            directory.toString(),
            "--dimensions",
            "2",
            "--sizes",
            "6",
            "--tasks",
            "2",
            "--noise",
            "0.2");
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("| 2 | 6 |").contains("until the prediction moves");
    assertThat(run.out()).contains("| 2 | 6 | 20 % |");
    assertThat(directory.resolve("check.json"))
        .content()
        .contains("\"oracleLoss\"", "\"noise\" : 0.2");
  }

  @Test
  void check_ofTheCommitteeAlone() throws IOException {
    Path file = directory.resolve("small.pfn");
    writeModel(file);
    Path record = directory.resolve("committee.json");
    CommandRun run =
        CommandRun.of(
            "model",
            "check",
            file.toString(),
            "--committee",
            "--dimensions",
            "1",
            "--sizes",
            "5",
            "--tasks",
            "2",
            "--out",
            record.toString());
    assertThat(run.code()).isZero();
    assertThat(record).exists();
  }

  @Test
  void check_ofTwoNetworksOfThePaperEndsWithATableThatCompareRepeats() {
    String one = pretrained("one");
    String two = pretrained("two");
    CommandRun check =
        CommandRun.of(
            "model", "check", one, two, "--sizes", "8,16", "--tasks", "4", "--fit-seconds", "0");
    assertThat(check.err()).isEmpty();
    assertThat(check.code()).isZero();
    assertThat(check.out())
        .contains("| 1 | 16 | uniform | 4 |", "| 1 | 8 | high values | 4 |", "not fitted");
    CommandRun compare = CommandRun.of("model", "compare", one, two + "/check.json");
    assertThat(compare.code()).isZero();
    assertThat(compare.out())
        .contains("1-D, uniform contexts: gap to the exact GP")
        .contains("1-D, uniform contexts: spread of the predictions, nats");
    assertThat(check.out()).endsWith(compare.out());
    CommandRun both = CommandRun.of("model", "check", one, two, "--out", "x.json");
    both.assertRefused(ExitCode.USAGE, "expected one model with --out but got 2");
    CommandRun missing = CommandRun.of("model", "compare", directory.toString());
    missing.assertRefused(ExitCode.STORAGE, "check the model first");
  }

  private String pretrained(String name) {
    String out = directory.resolve(name).toString();
    CommandRun run = CommandRun.of("pretrain", "--preset", "tiny", "--steps", "2", "--out", out);
    assertThat(run.code()).as(run.err()).isZero();
    return out;
  }

  @Test
  void check_withoutAModelSaysWhatIsMissing() {
    CommandRun empty = CommandRun.of("model", "check", directory.toString());
    assertThat(empty.code()).isEqualTo(ExitCode.STORAGE.number());
    assertThat(empty.err()).contains("expected one model file (.pfn)").contains("found 0");
    CommandRun nothing = CommandRun.of("model", "check", directory.resolve("no").toString());
    assertThat(nothing.code()).isEqualTo(ExitCode.STORAGE.number());
    assertThat(nothing.err()).contains("there is none at");
  }

  @Test
  void check_ofAForeignFileIsRefused() throws IOException {
    Path file = Files.writeString(directory.resolve("x.pfn"), "hello");
    CommandRun run = CommandRun.of("model", "check", file.toString());
    assertThat(run.code()).isEqualTo(ExitCode.STORAGE.number());
    assertThat(run.err()).startsWith("leadline: ").contains("x.pfn");
  }

  @Test
  void check_inMoreDimensionsThanTheModelHasIsRefused() throws IOException {
    Path file = directory.resolve("small.pfn");
    writeModel(file);
    CommandRun run = CommandRun.of("model", "check", file.toString(), "--dimensions", "9");
    assertThat(run.code()).isEqualTo(ExitCode.USAGE.number());
    assertThat(run.err()).contains("of 1 to 3").contains("9");
  }

  @Test
  void check_withNoiseBelowNoneIsRefused() throws IOException {
    Path file = directory.resolve("small.pfn");
    writeModel(file);
    CommandRun run = CommandRun.of("model", "check", file.toString(), "--noise=-1");
    assertThat(run.code()).isEqualTo(ExitCode.USAGE.number());
    assertThat(run.err()).contains("expected noises above 0").contains("-1");
  }

  /** A small network with random weights. */
  private static void writeModel(Path file) throws IOException {
    NetworkConfig network =
        new NetworkConfig(
            3,
            12,
            1,
            3,
            16,
            10,
            9,
            NetworkConfig.Norm.PRE,
            NetworkConfig.Attention.DISTANCE_AWARE,
            NetworkConfig.Tokens.COMMITTEE);
    WeightLayout layout = new WeightLayout(network, COMMITTEE);
    SplittableRandom random = new SplittableRandom(1);
    Safetensors.Builder weights = Safetensors.builder();
    for (String name : layout.names()) {
      int[] shape = layout.shape(name);
      float[] values = new float[Arrays.stream(shape).reduce(1, (a, b) -> a * b)];
      for (int i = 0; i < values.length; i++) {
        values[i] = name.equals("borders") ? i - 4.5f : (float) (0.1 * random.nextGaussian());
      }
      weights.put(name, shape, values);
    }
    new ModelExport("small", network, COMMITTEE, "z-score", Map.of())
        .with(weights.build())
        .write(file);
  }
}
