package dev.leadline.torch.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.pfn.ModelFile;
import dev.leadline.pfn.Safetensors;
import dev.leadline.torch.train.Pretraining.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PretrainingResumeTest extends PretrainingFixture {

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
    PretrainConfig other = Presets.named("curves");
    assertThatThrownBy(
            () ->
                new Pretraining(
                    other,
                    new WaveTasks(),
                    first,
                    options("none", RunOptions.Start.FRESH),
                    System::nanoTime))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "expected a model of the network of curves but tiny has another one: start without it");
  }

  @Test
  void resumed_run_gives_the_same_bytes() throws IOException {
    run(config(40), options("whole", RunOptions.Start.FRESH));
    RunOptions resumed = options("parts", RunOptions.Start.RESUME);
    assertThatThrownBy(() -> run(config(40), new WaveTasks(), resumed, stopAt(20)))
        .hasMessage("stopped at 20");
    run(config(40), resumed);
    assertThat(weights("parts")).isEqualTo(weights("whole"));
    assertThat(Files.readAllLines(directory.resolve("parts/train.jsonl"))).hasSize(4);
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
    PretrainConfig other = Presets.named("curves");
    assertThatThrownBy(() -> run(other, options("other", RunOptions.Start.RESUME)))
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
}
