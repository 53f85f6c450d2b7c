package dev.leadline.torch.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.torch.prior.TaskBatch;
import dev.leadline.torch.prior.TaskPrior;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.train.TrainingOptions.BorderRule;
import dev.leadline.torch.train.TrainingOptions.Finish;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PretrainingEndTest extends PretrainingFixture {

  /** The fair reading at a test's size, whose loss stands still as soon as it may. */
  private static PretrainConfig fair(long steps, StandStill rule) {
    PretrainConfig plain = config(steps);
    TaskSizes longer = new TaskSizes(ContextSizes.logUniform(2, 24), TaskSizes.Rule.QUERIES, 8);
    Finish finish = new Finish(.75, 3, longer, rule);
    return new PretrainConfig(
        plain.name(),
        plain.prior(),
        plain.network(),
        plain.tasks(),
        plain.sizes(),
        plain.penalty(),
        plain.optimiser(),
        plain.schedule(),
        steps,
        plain.stepsPerReading(),
        new TrainingOptions(BorderRule.TARGETS, TrainingOptions.Flat.STOP, finish));
  }

  private static TaskPrior watched(List<List<Integer>> seen) {
    return (tasks, context, queries, random) -> {
      seen.add(List.of(tasks, context));
      return new WaveTasks().sample(tasks, context, queries, random);
    };
  }

  /** Values that have nothing to do with their points: the best prediction is a constant. */
  private static TaskPrior noise() {
    return (tasks, context, queries, random) -> {
      TaskBatch batch = new WaveTasks().sample(tasks, context, queries, random);
      return new TaskBatch(
          batch.contextX().times(0),
          random.normal(DType.FLOAT32, tasks, context),
          batch.queryX().times(0),
          random.normal(DType.FLOAT32, tasks, queries));
    };
  }

  @Test
  void run_ends_on_longer_tasks_and_in_smaller_batches() throws IOException {
    List<List<Integer>> seen = new ArrayList<>();
    RunOptions options = options("fair", RunOptions.Start.FRESH);
    PretrainConfig config = fair(40, new StandStill(1e-9, .2, 1e9, 20));
    TrainingRecord record = run(config, watched(seen), options, PretrainingFixture::silent);
    assertThat(record.steps()).isEqualTo(40);
    assertThat(record.tasks()).isEqualTo(30 * 8 + 10 * 3);
    List<List<Integer>> steps = seen.subList(46, seen.size()); // after borders, held-out tasks
    assertThat(steps.subList(0, 30)).allMatch(batch -> batch.get(0) == 8 && batch.get(1) <= 16);
    assertThat(steps).filteredOn(batch -> batch.get(0) == 3).hasSizeBetween(10, 13);
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
  void network_that_predicts_the_same_everywhere_is_stopped_with_a_sentence() {
    assertThatThrownBy(
            () ->
                run(
                    config(100),
                    noise(),
                    options("flat", RunOptions.Start.FRESH),
                    PretrainingFixture::silent))
        .isInstanceOf(TrainingFailedException.class)
        .hasMessageContaining("every query of a task gets the same prediction after 20 steps")
        .hasMessageContaining("(preset tiny, seed 7); try another seed");
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
                    PretrainingFixture::silent))
        .isInstanceOf(TrainingFailedException.class)
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
                    PretrainingFixture::silent))
        .hasMessageContaining("no draw");
  }
}
