package dev.leadline.lab.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.pfn.ModelFile;
import dev.leadline.pfn.PfnModel;
import dev.leadline.scaling.OutputScaling;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import dev.leadline.torch.gp.GpPosterior;
import dev.leadline.torch.prior.GpPrior;
import dev.leadline.torch.prior.Split;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PretrainCommandTest {

  private static final double HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);

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
  void tiny_halvesItsDistanceToTheExactProcess() throws IOException {
    double first = gapAfter(20);
    double trained = gapAfter(800);
    assertThat(first).isPositive();
    assertThat(trained).isLessThan(first / 2);
  }

  /** The distance to the exact process after 20 observations, in nats per point. */
  private double gapAfter(int steps) throws IOException {
    Path out = directory.resolve("gap" + steps);
    CommandRun run =
        CommandRun.of(
            "pretrain", "--preset", "tiny", "--steps", "" + steps, "--out", out.toString());
    assertThat(run.code()).as(run.err()).isZero();
    GpPrior prior = GpPrior.paper(1, Split.UNIFORM);
    try (PfnModel model = PfnModel.load(out.resolve("model.pfn"), 1);
        TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 1)) {
      GpPrior.Draw draw = prior.draw(96, 52, random);
      Tensor seen = draw.points().narrow(1, 0, 20);
      Tensor asked = draw.points().narrow(1, 20, 32);
      Tensor values = draw.observed().narrow(1, 0, 20);
      GpPosterior.Moments exact =
          GpPosterior.condition(prior.kernel(), draw.parameters(), seen, values).at(asked);
      Tensor variance = exact.variance().plus(draw.parameters().noise().unsqueeze(1));
      Tensor targets = draw.observed().narrow(1, 20, 32); // (B, Q)
      Tensor squares = targets.minus(exact.mean()).square().over(variance);
      double exactLoss = 0.5 * squares.plus(variance.log()).mean().item() + HALF_LOG_TWO_PI;
      double loss = 0;
      for (int task = 0; task < 96; task++) {
        double[] raw = values.select(0, task).contiguous().toDoubleArray();
        OutputScaling.Fitted scaling = OutputScaling.Z_SCORE.fit(raw);
        Observations observations =
            new Observations(1, seen.select(0, task).toDoubleRows(), scaling.toModel(raw));
        double[] truth = targets.select(0, task).contiguous().toDoubleArray();
        try (Posterior posterior = model.surrogate().condition(observations)) {
          Predictive predictive = posterior.at(asked.select(0, task).toDoubleRows());
          for (int i = 0; i < truth.length; i++) {
            double density = predictive.get(i).logDensity(scaling.toModel(truth[i]));
            loss -= (density + scaling.logDerivative(truth[i])) / (96 * truth.length);
          }
        }
      }
      return loss - exactLoss;
    }
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
    assertThat(run.err()).contains("there is no preset 'huge': use tiny, curves");
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
