package dev.leadline.paper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.lab.method.ModelReference;
import dev.leadline.pfn.ModelFile;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.train.Presets;
import dev.leadline.torch.train.PretrainConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainedModelsTest {

  @TempDir Path folder;

  @Test
  void training_endsWithAModelAndContinuesWhereItWasStopped() throws IOException {
    List<String> notices = new ArrayList<>();
    TrainedModels trained = new TrainedModels(folder, Device.CPU, notices::add);
    String model = folder + "/tiny/model.pfn";
    assertThat(trained.has(model)).isFalse();
    ModelReference.Training training = trained.training(model).orElseThrow();
    assertThat(training.preset()).isEqualTo("tiny");
    PretrainConfig preset = Presets.named("tiny");

    trained.train(training, preset.withSteps(2));
    assertThat(trained.has(model)).isTrue();
    assertThat(ModelFile.read(Path.of(model)).manifest().training())
        .containsEntry("preset", "tiny")
        .containsEntry("steps", "2");

    Files.delete(Path.of(model));
    trained.train(training, preset.withSteps(3));
    assertThat(ModelFile.read(Path.of(model)).manifest().training()).containsEntry("steps", "3");
    assertThat(notices).hasSize(4).last().asString().startsWith("trained tiny: 3 steps");
  }

  @Test
  void directory_namesPresetAndSeedOfTheTraining() {
    TrainedModels trained = new TrainedModels(folder, Device.CPU, notice -> {});
    assertThat(trained.training(folder + "/fair-10d-nur-seed3/model.pfn"))
        .contains(
            new ModelReference.Training("fair-10d-nur", 3, folder.resolve("fair-10d-nur-seed3")));
    assertThat(trained.training(folder + "/fair-10d-r-0.25/model.pfn").orElseThrow().seed())
        .isEqualTo(1);
    assertThat(trained.training(folder + "/somebody/model.pfn")).isEmpty();
    assertThat(trained.training("elsewhere/tiny/model.pfn")).isEmpty();
    assertThat(trained.training(folder + "/tiny/other.pfn")).isEmpty();
  }

  @Test
  void shippedModels_areThereOrNot() {
    TrainedModels trained = new TrainedModels(folder, Device.CPU, notice -> {});
    assertThat(trained.has("shipped:curves")).isTrue();
    assertThat(trained.has("shipped:none")).isFalse();
    assertThat(trained.training("shipped:curves")).isEmpty();
  }
}
