package dev.leadline.torch.pretrain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.committee.CommitteeConfig;
import dev.leadline.pfn.ModelFile;
import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.NetworkConfig.Attention;
import dev.leadline.pfn.NetworkConfig.Norm;
import dev.leadline.pfn.NetworkConfig.Tokens;
import dev.leadline.pfn.Safetensors;
import dev.leadline.torch.export.ModelExport;
import dev.leadline.torch.prior.FunctionPrior;
import dev.leadline.torch.prior.FunctionPriorConfig;
import dev.leadline.torch.prior.TaskBatch;
import dev.leadline.torch.prior.TaskPrior;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoLeaks;
import dev.leadline.torch.tensor.ResidentMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(NoLeaks.class)
class PretrainingTest {

  @TempDir Path directory;

  private static PretrainConfig config(long steps) {
    PretrainConfig tiny = Presets.named("tiny");
    return new PretrainConfig(
        "tiny",
        tiny.prior(),
        tiny.scaling(),
        tiny.network(),
        null,
        8,
        new TaskSizes(ContextSizes.logUniform(16), TaskSizes.Rule.QUERIES, 8),
        tiny.penalty(),
        tiny.emphasis(),
        tiny.optimiser(),
        tiny.schedule(),
        steps,
        10,
        Practice.standard());
  }

  private RunOptions options(String name, RunOptions.Start start) {
    return new RunOptions(
        directory.resolve(name),
        Device.CPU,
        7,
        null,
        start,
        Overlap.LANE,
        RunOptions.Measure.NOTHING,
        Duration.ZERO,
        0);
  }

  private static TrainingRecord run(PretrainConfig config, RunOptions options) throws IOException {
    return run(config, new WaveTasks(), options, PretrainingTest::silent);
  }

  private static TrainingRecord run(
      PretrainConfig config,
      TaskPrior prior,
      RunOptions options,
      Consumer<TrainingProgress> listener)
      throws IOException {
    return new Pretraining(config, prior, options, System::nanoTime).run(listener);
  }

  private static void silent(TrainingProgress progress) {}

  private byte[] weights(String name) throws IOException {
    return Files.readAllBytes(directory.resolve(name).resolve("weights.safetensors"));
  }

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
    PretrainConfig paper = Presets.named("paper-2d-nur");
    NetworkConfig small =
        new NetworkConfig(2, 16, 2, 4, 32, 32, 20, Norm.POST, Attention.PAPER, Tokens.PLAIN);
    PretrainConfig config =
        new PretrainConfig(
            "small-paper",
            paper.prior(),
            paper.scaling(),
            small,
            null,
            4,
            new TaskSizes(ContextSizes.paper(24), TaskSizes.Rule.POINTS, 24),
            new StationarityPenalty(0.4, StationarityPenalty.Normalisation.NEIGHBOURS),
            paper.emphasis(),
            paper.optimiser(),
            paper.schedule(),
            30,
            10,
            Practice.standard());
    TaskPrior prior = config.prior().create(2, config.scaling());
    TrainingRecord record =
        run(config, prior, options("paper", RunOptions.Start.FRESH), PretrainingTest::silent);
    assertThat(record.loss()).isFinite();
    assertThat(record.penalty()).isPositive();
  }

  @Test
  void network_on_a_committee_starts_as_the_committee_and_learns() throws IOException {
    PretrainConfig product = Presets.named("default");
    NetworkConfig small =
        new NetworkConfig(
            3, 16, 2, 4, 32, 32, 32, Norm.PRE, Attention.DISTANCE_AWARE, Tokens.COMMITTEE);
    CommitteeConfig committee =
        new CommitteeConfig(List.of(.2, .8), List.of(1e-3), 1, .5, 1.5, 2, 12);
    PretrainConfig config =
        new PretrainConfig(
            "small-product",
            product.prior(),
            product.scaling(),
            small,
            committee,
            4,
            new TaskSizes(ContextSizes.logUniform(12), TaskSizes.Rule.QUERIES, 6),
            null,
            product.emphasis(),
            product.optimiser(),
            product.schedule(),
            20,
            10,
            Practice.standard());
    TaskPrior prior =
        new FunctionPrior(FunctionPriorConfig.standard(config.scaling()).withSizes(3, 16, 8));
    TrainingRecord record =
        run(config, prior, options("product", RunOptions.Start.FRESH), PretrainingTest::silent);
    assertThat(record.loss()).isFinite();
    Safetensors weights = Safetensors.read(directory.resolve("product/weights.safetensors"));
    float[] borders = weights.values("borders");
    assertThat((double) borders[0]).isCloseTo(-5.05, within(0.01));
    assertThat((double) borders[32]).isCloseTo(5.05, within(0.01));
    double mass = 0;
    for (float logMass : weights.values("head.down.bias")) {
      mass += Math.exp(logMass);
    }
    assertThat(mass).isCloseTo(1, within(0.1));
  }

  /** The fair reading at a test's size, whose loss stands still as soon as it may. */
  private static PretrainConfig fair(long steps, StandStill rule) {
    PretrainConfig plain = config(steps);
    TaskSizes longer = new TaskSizes(ContextSizes.logUniform(2, 24), TaskSizes.Rule.QUERIES, 8);
    Finish finish = new Finish(.75, 3, longer, rule);
    return new PretrainConfig(
        plain.name(),
        plain.prior(),
        plain.scaling(),
        plain.network(),
        null,
        plain.tasks(),
        plain.sizes(),
        plain.penalty(),
        plain.emphasis(),
        plain.optimiser(),
        plain.schedule(),
        steps,
        plain.stepsPerReading(),
        new Practice(BorderRule.TARGETS, Practice.Flat.STOP, finish));
  }

  private static TaskPrior watched(List<List<Integer>> seen) {
    return (tasks, context, queries, random) -> {
      seen.add(List.of(tasks, context));
      return new WaveTasks().sample(tasks, context, queries, random);
    };
  }

  @Test
  void run_ends_on_longer_tasks_and_in_smaller_batches() throws IOException {
    List<List<Integer>> seen = new ArrayList<>();
    RunOptions options = withOverlap(options("fair", RunOptions.Start.FRESH), Overlap.NONE);
    PretrainConfig config = fair(40, new StandStill(1e-9, .2, 1e9, 20));
    TrainingRecord record = run(config, watched(seen), options, PretrainingTest::silent);
    assertThat(record.steps()).isEqualTo(40);
    assertThat(record.tasks()).isEqualTo(30 * 8 + 10 * 3);
    List<List<Integer>> steps = seen.subList(46, 86); // after borders and held-out tasks
    assertThat(steps.subList(0, 30)).allMatch(batch -> batch.get(0) == 8 && batch.get(1) <= 16);
    assertThat(steps.subList(30, 40)).allMatch(batch -> batch.get(0) == 3);
    assertThat(record.loss()).isFinite();
  }

  @Test
  void run_whose_loss_stands_still_ends_early_and_resumed_to_the_same_bytes() throws IOException {
    PretrainConfig config = fair(4000, new StandStill(1e9, .5, 0, 10));
    List<TrainingProgress> lines = new ArrayList<>();
    TrainingRecord record =
        run(config, new WaveTasks(), options("whole", RunOptions.Start.FRESH), lines::add);
    // ten readings in each half: the rule can speak after 200 steps at the earliest
    assertThat(record.steps()).isBetween(250L, 300L);
    assertThat(lines.get(lines.size() - 1).learningRate()).isLessThan(1e-3);

    RunOptions resumed = options("parts", RunOptions.Start.RESUME);
    for (long stop : new long[] {80, 230}) {
      assertThatThrownBy(() -> run(config, new WaveTasks(), resumed, stopAt(stop)))
          .hasMessage("stopped at " + stop);
    }
    run(config, resumed);
    assertThat(weights("parts")).isEqualTo(weights("whole"));
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

  /** Values that have nothing to do with their points: the best prediction is a constant. */
  private static TaskPrior noise() {
    return (tasks, context, queries, random) -> {
      TaskBatch batch = new WaveTasks().sample(tasks, context, queries, random);
      return new TaskBatch(
          batch.contextX().times(0),
          random.normal(DType.FLOAT32, tasks, context),
          batch.queryX().times(0),
          random.normal(DType.FLOAT32, tasks, queries),
          batch.dimensions(),
          null);
    };
  }

  @Test
  void network_that_predicts_the_same_everywhere_is_stopped_with_a_sentence() {
    assertThatThrownBy(
            () ->
                run(
                    config(100),
                    noise(),
                    options("flat", RunOptions.Start.FRESH),
                    PretrainingTest::silent))
        .isInstanceOf(FlatException.class)
        .hasMessageContaining("every query of a task gets the same prediction after 20 steps")
        .hasMessageContaining("(preset tiny, seed 7); try another seed");
  }

  @Test
  void log_of_an_earlier_version_is_read() throws IOException {
    Path file = directory.resolve("train.jsonl");
    Files.writeString(
        file,
        """
        {"step":20,"tasks":240,"seconds":1.5,"secondsLeft":9.0,"loss":1.4,"penalty":0.0,"learningRate":1.0E-5,"millisPerStep":70.0,"tasksPerSecond":170.0,"skipped":0}
        """);
    assertThat(new TrainingLog(directory, 20).lines())
        .singleElement()
        .satisfies(line -> assertThat(line.spread()).isNull());
  }

  private ModelFile model(String name, TrainingRecord record) throws IOException {
    Path weights = directory.resolve(name).resolve("weights.safetensors");
    return ModelExport.of(record.config(), record).with(Safetensors.read(weights));
  }

  @Test
  void run_that_starts_from_a_model_goes_on_where_it_was() throws IOException {
    TrainingRecord before = run(config(200), options("before", RunOptions.Start.FRESH));
    ModelFile first = model("before", before);
    List<TrainingProgress> lines = new ArrayList<>();
    RunOptions options = options("after", RunOptions.Start.FRESH);
    TrainingRecord after =
        new Pretraining(config(20), new WaveTasks(), first, options, System::nanoTime)
            .run(lines::add);
    assertThat(lines.get(0).loss()).isCloseTo(before.loss(), within(0.15));
    assertThat(after.startedFrom()).isEqualTo(before.weightsSha256());
    assertThat(ModelExport.of(config(20), after).training())
        .containsEntry("started-from", before.weightsSha256());
  }

  @Test
  void model_of_another_network_is_no_start() throws IOException {
    TrainingRecord record = run(config(10), options("other", RunOptions.Start.FRESH));
    ModelFile first = model("other", record);
    PretrainConfig paper = Presets.named("paper-1d-pt");
    assertThatThrownBy(
            () ->
                new Pretraining(
                    paper,
                    new WaveTasks(),
                    first,
                    options("none", RunOptions.Start.FRESH),
                    System::nanoTime))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "expected a model of the network of paper-1d-pt but tiny has another one: start without it");
  }

  @ParameterizedTest
  @EnumSource(Overlap.class)
  void resumed_run_gives_the_same_bytes(Overlap overlap) throws IOException {
    run(config(40), options("whole", RunOptions.Start.FRESH));
    RunOptions resumed = withOverlap(options("parts", RunOptions.Start.RESUME), overlap);
    assertThatThrownBy(() -> run(config(40), new WaveTasks(), resumed, stopAt(20)))
        .hasMessage("stopped at 20");
    run(config(40), resumed);
    assertThat(weights("parts")).isEqualTo(weights("whole"));
    assertThat(Files.readAllLines(directory.resolve("parts/train.jsonl"))).hasSize(4);
  }

  private static RunOptions withOverlap(RunOptions options, Overlap overlap) {
    return new RunOptions(
        options.directory(),
        options.device(),
        options.seed(),
        options.budget(),
        options.start(),
        overlap,
        options.measure(),
        options.betweenCheckpoints(),
        options.tolerated());
  }

  private static Consumer<TrainingProgress> stopAt(long step) {
    return progress -> {
      if (progress.step() == step) {
        throw new IllegalStateException("stopped at " + step);
      }
    };
  }

  @ParameterizedTest
  @EnumSource(names = "NOTHING", mode = EnumSource.Mode.EXCLUDE)
  void profiled_run_learns_the_same_and_times_its_stages(RunOptions.Measure measure)
      throws IOException {
    run(config(20), options("plain", RunOptions.Start.FRESH));
    RunOptions plain = options("profiled", RunOptions.Start.FRESH);
    RunOptions profiled =
        new RunOptions(
            plain.directory(),
            plain.device(),
            plain.seed(),
            null,
            plain.start(),
            plain.overlap(),
            measure,
            plain.betweenCheckpoints(),
            0);
    TrainingRecord record = run(config(20), profiled);
    assertThat(weights("profiled")).isEqualTo(weights("plain"));
    assertThat(record.stageMillis())
        .containsOnlyKeys(Stage.PRIOR, Stage.FORWARD, Stage.BACKWARD, Stage.OPTIMISER);
    assertThat(record.stageMillis().values()).allMatch(millis -> millis > 0);
    assertThat(record.stageMillis().get(Stage.FORWARD)).isLessThan(record.millisPerStep());
  }

  @Test
  void other_seed_gives_other_weights() throws IOException {
    RunOptions one = options("one", RunOptions.Start.FRESH);
    run(config(10), one);
    run(config(10), RunOptions.in(directory.resolve("two"), Device.CPU, 8));
    assertThat(weights("two")).isNotEqualTo(weights("one"));
  }

  @Test
  void time_budget_ends_the_run_and_its_schedule() throws IOException {
    AtomicLong clock = new AtomicLong();
    RunOptions fresh = options("timed", RunOptions.Start.FRESH);
    RunOptions timed =
        new RunOptions(
            fresh.directory(),
            Device.CPU,
            7,
            Duration.ofSeconds(30),
            fresh.start(),
            fresh.overlap(),
            fresh.measure(),
            Duration.ofHours(1),
            0);
    List<TrainingProgress> lines = new ArrayList<>();
    TrainingRecord record =
        new Pretraining(
                config(1_000_000), new WaveTasks(), timed, () -> clock.addAndGet(50_000_000))
            .run(lines::add);
    assertThat(record.steps()).isBetween(50L, 300L);
    assertThat(lines.get(lines.size() - 1).learningRate()).isLessThan(1e-4);
    assertThat(lines.get(lines.size() - 1).secondsLeft()).isLessThan(1);
  }

  @Test
  void directory_that_holds_a_run_is_not_overwritten() throws IOException {
    RunOptions options = options("held", RunOptions.Start.FRESH);
    run(config(10), options);
    byte[] before = weights("held");
    assertThatThrownBy(() -> run(config(10), options))
        .hasMessageContaining("already holds a run: add --resume");
    assertThat(weights("held")).isEqualTo(before);
  }

  @Test
  void finished_run_resumed_changes_nothing() throws IOException {
    run(config(10), options("done", RunOptions.Start.FRESH));
    byte[] before = weights("done");
    run(config(10), options("done", RunOptions.Start.RESUME));
    assertThat(weights("done")).isEqualTo(before);
  }

  @Test
  void checkpoint_of_another_config_is_refused() throws IOException {
    run(config(10), options("other", RunOptions.Start.FRESH));
    PretrainConfig compact = Presets.named("compact-2d-pt");
    assertThatThrownBy(() -> run(compact, options("other", RunOptions.Start.RESUME)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("belongs to another run")
        .hasMessageContaining("network is");
  }

  @Test
  void cut_checkpoint_is_refused_and_left_alone() throws IOException {
    run(config(10), options("cut", RunOptions.Start.FRESH));
    Path piece = directory.resolve("cut/checkpoint-000000010/part-000");
    byte[] content = Files.readAllBytes(piece);
    Files.write(piece, Arrays.copyOf(content, content.length / 2));
    assertThatThrownBy(() -> run(config(20), options("cut", RunOptions.Start.RESUME)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("checkpoint-000000010 is damaged: part-000 is cut or changed");
    assertThat(piece).exists();
  }

  @Test
  void draft_of_a_killed_run_is_ignored() throws IOException {
    run(config(10), options("draft", RunOptions.Start.FRESH));
    Path draft = directory.resolve("draft/checkpoint-000000020.tmp");
    Files.createDirectories(draft);
    Files.writeString(draft.resolve("part-000"), "half");
    TrainingRecord record = run(config(20), options("draft", RunOptions.Start.RESUME));
    assertThat(record.steps()).isEqualTo(20);
    assertThat(draft).doesNotExist();
  }

  @Test
  void pieces_stay_below_sixteen_mebibytes() throws IOException {
    Checkpoint.Manifest manifest =
        new Checkpoint.Manifest(
            RunDirectory.json(config(1)), 1, "CPU", 3, 3, 3, "", List.of(1.0), 0, List.of());
    int size = 3_000_000;
    float[] array = new float[size];
    array[size - 1] = 5;
    Files.createDirectories(directory.resolve("big"));
    Checkpoint.write(directory.resolve("big"), manifest, List.of(array, array, array));
    try (Stream<Path> pieces = Files.list(directory.resolve("big/checkpoint-000000003"))) {
      assertThat(pieces).hasSize(4).allMatch(piece -> piece.toFile().length() < 16 << 20);
    }
    Checkpoint read = Checkpoint.newest(directory.resolve("big")).orElseThrow();
    assertThat(read.arrays.get(2)).isEqualTo(array);
  }

  @Test
  void directory_that_cannot_be_written_is_named() throws IOException {
    Path file = directory.resolve("file");
    Files.writeString(file, "not a directory");
    assertThatThrownBy(() -> run(config(10), options("file/below", RunOptions.Start.FRESH)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot write to the output directory")
        .hasMessageContaining("choose another with --out");
  }

  @Test
  void loss_that_is_not_a_number_stops_the_run_and_names_step_and_task() throws IOException {
    AtomicInteger batches = new AtomicInteger();
    TaskPrior breaking =
        (tasks, context, queries, random) ->
            new WaveTasks(batches.incrementAndGet() == 10 + 6 + 25 ? Double.NaN : 1)
                .sample(tasks, context, queries, random);
    assertThatThrownBy(
            () ->
                run(
                    config(60),
                    breaking,
                    options("nan", RunOptions.Start.FRESH),
                    PretrainingTest::silent))
        .isInstanceOf(DivergedException.class)
        .hasMessageContaining("not a number at step 25, task 0");
    Checkpoint kept = Checkpoint.newest(directory.resolve("nan")).orElseThrow();
    assertThat(kept.manifest.step()).isEqualTo(20);
    for (float weight : kept.arrays.get(0)) {
      assertThat(Float.isFinite(weight)).isTrue();
    }
  }

  @Test
  void prior_that_fails_is_reported() {
    TaskPrior failing =
        (tasks, context, queries, random) -> {
          throw new IllegalArgumentException("no draw");
        };
    assertThatThrownBy(
            () ->
                run(
                    config(10),
                    failing,
                    options("fail", RunOptions.Start.FRESH),
                    PretrainingTest::silent))
        .hasMessageContaining("no draw");
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
