package dev.leadline.torch.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.NetworkConfig.Norm;
import dev.leadline.pfn.Safetensors;
import dev.leadline.torch.prior.TaskPrior;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.ResidentMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PretrainingTest extends PretrainingFixture {

  @Test
  void loss_falls_as_the_network_learns() throws IOException {
    List<TrainingProgress> lines = new ArrayList<>();
    TrainingRecord record =
        run(config(300), new WaveTasks(), options("learn", RunOptions.Start.FRESH), lines::add);
    assertThat(lines).hasSize(30);
    assertThat(record.loss()).isLessThan(lines.get(0).loss() - 0.25);
    assertThat(record.steps()).isEqualTo(300);
    assertThat(record.tasks()).isEqualTo(2400);
    assertThat(lines.get(29).secondsLeft()).isZero();
    assertThat(Files.readAllLines(directory.resolve("learn/train.jsonl"))).hasSize(30);
    Safetensors weights = Safetensors.read(directory.resolve("learn/weights.safetensors"));
    assertThat(weights.shape("borders")).containsExactly(33);
    assertThat(weights.shape("layer.1.attention.qkv.weight")).containsExactly(96, 32);
    assertThat(Files.readString(directory.resolve("learn/training.json")))
        .contains("\"preset\" : \"tiny\"", record.weightsSha256());
  }

  @Test
  void paper_method_trains_with_its_sizes_and_penalty() throws IOException {
    PretrainConfig tiny = Presets.named("tiny");
    NetworkConfig small = new NetworkConfig(2, 16, 2, 4, 32, 32, 20, Norm.POST);
    PretrainConfig config =
        new PretrainConfig(
            "small-paper",
            PriorChoice.PAPER_NON_UNIFORM,
            small,
            4,
            new TaskSizes(ContextSizes.paper(24), TaskSizes.Rule.POINTS, 24),
            new StationarityPenalty(0.4, StationarityPenalty.Normalisation.NEIGHBOURS),
            tiny.optimiser(),
            tiny.schedule(),
            30,
            10,
            TrainingOptions.standard());
    TaskPrior prior = config.tasksToLearn();
    TrainingRecord record =
        run(config, prior, options("paper", RunOptions.Start.FRESH), PretrainingFixture::silent);
    assertThat(record.loss()).isFinite();
    assertThat(record.penalty()).isPositive();
  }

  @Test
  void held_out_loss_and_spread_are_logged() throws IOException {
    List<TrainingProgress> lines = new ArrayList<>();
    run(config(200), new WaveTasks(), options("log", RunOptions.Start.FRESH), lines::add);
    assertThat(lines).allMatch(line -> line.heldOut() != null && line.spread() != null);
    assertThat(lines.get(19).heldOut()).isLessThan(lines.get(0).heldOut());
    assertThat(lines.get(19).spread()).isGreaterThan(.05);
    assertThat(Files.readString(directory.resolve("log/train.jsonl"))).contains("\"spread\":");
  }

  @Test
  void other_seed_gives_other_weights() throws IOException {
    RunOptions one = options("one", RunOptions.Start.FRESH);
    run(config(10), one);
    run(
        config(10),
        new RunOptions(
            directory.resolve("two"),
            Device.CPU,
            8,
            null,
            RunOptions.Start.FRESH,
            Duration.ZERO,
            0));
    assertThat(weights("two")).isNotEqualTo(weights("one"));
  }

  @Test
  @Tag("slow")
  void five_hundred_steps_leave_memory_flat() throws IOException {
    List<Long> resident = new ArrayList<>();
    run(
        config(1_000),
        new WaveTasks(),
        options("soak", RunOptions.Start.FRESH),
        progress -> resident.add(ResidentMemory.bytes()));
    assertThat(resident.get(99) - resident.get(49)).isLessThan(20L << 20);
  }
}
