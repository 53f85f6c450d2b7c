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

class ModelShelfTest {

  @TempDir Path folder;

  @Test
  void training_endsWithAModelAndContinuesWhereItWasStopped() throws IOException {
    List<String> notices = new ArrayList<>();
    ModelShelf shelf = new ModelShelf(folder, Device.CPU, notices::add);
    String model = folder + "/tiny/model.pfn";
    assertThat(shelf.has(model)).isFalse();
    ModelReference.Training training = shelf.training(model).orElseThrow();
    assertThat(training.preset()).isEqualTo("tiny");
    PretrainConfig preset = Presets.named("tiny");

    shelf.train(training, preset.withSteps(2));
    assertThat(shelf.has(model)).isTrue();
    assertThat(ModelFile.read(Path.of(model)).manifest().training())
        .containsEntry("preset", "tiny")
        .containsEntry("steps", "2");

    Files.delete(Path.of(model));
    shelf.train(training, preset.withSteps(3));
    assertThat(ModelFile.read(Path.of(model)).manifest().training()).containsEntry("steps", "3");
    assertThat(notices).hasSize(4).last().asString().startsWith("trained tiny: 3 steps");
  }

  @Test
  void directory_namesPresetAndSeedOfTheTraining() {
    ModelShelf shelf = new ModelShelf(folder, Device.CPU, notice -> {});
    assertThat(shelf.training(folder + "/fair-10d-nur-seed3/model.pfn"))
        .contains(
            new ModelReference.Training("fair-10d-nur", 3, folder.resolve("fair-10d-nur-seed3")));
    assertThat(shelf.training(folder + "/fair-10d-r-0.25/model.pfn").orElseThrow().seed())
        .isEqualTo(1);
    assertThat(shelf.training(folder + "/somebody/model.pfn")).isEmpty();
    assertThat(shelf.training("elsewhere/tiny/model.pfn")).isEmpty();
    assertThat(shelf.training(folder + "/tiny/other.pfn")).isEmpty();
  }

  @Test
  void shippedModels_areThereOrNot() {
    ModelShelf shelf = new ModelShelf(folder, Device.CPU, notice -> {});
    assertThat(shelf.has("shipped:default")).isTrue();
    assertThat(shelf.has("shipped:none")).isFalse();
    assertThat(shelf.training("shipped:default")).isEmpty();
  }
}
