package dev.leadline.paper.preset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.torch.nn.Network;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.train.ContextSizes;
import dev.leadline.torch.train.Presets;
import dev.leadline.torch.train.PretrainConfig;
import dev.leadline.torch.train.PriorChoice;
import dev.leadline.torch.train.StationarityPenalty;
import dev.leadline.torch.train.TaskSizes;
import org.junit.jupiter.api.Test;

class PaperPresetsTest {

  @Test
  void every_preset_has_its_own_name() {
    for (int dimensions : new int[] {1, 2, 5, 10}) {
      for (String variant : new String[] {"pt", "r", "nu", "nur"}) {
        for (String kind : new String[] {"paper", "fair"}) {
          String name = "%s-%dd-%s".formatted(kind, dimensions, variant);
          PretrainConfig config = Presets.named(name);
          assertThat(config.name()).isEqualTo(name);
          assertThat(config.network().dimensions()).isEqualTo(dimensions);
          assertThat(config.penalty() != null).isEqualTo(variant.endsWith("r"));
        }
      }
    }
    assertThat(Presets.named("fair-small-2d-nu").name()).isEqualTo("fair-small-2d-nu");
    assertThat(Presets.named("compact-2d-nur").name()).isEqualTo("compact-2d-nur");
  }

  @Test
  void unknown_preset_is_answered_with_the_kinds_of_names() {
    assertThatThrownBy(() -> Presets.named("papre-2d"))
        .hasMessageStartingWith("there is no preset 'papre-2d': use tiny, curves, ")
        .hasMessageContaining("fair-Nd-V");
  }

  @Test
  void paper_presets_carry_the_numbers_of_the_table() {
    PretrainConfig config = Presets.named("paper-10d-nur");
    assertThat(config.tasks()).isEqualTo(4);
    assertThat(config.sizes())
        .isEqualTo(new TaskSizes(ContextSizes.paper(4500), TaskSizes.Rule.POINTS, 4500));
    assertThat(config.penalty()).isNotNull();
    assertThat(config.steps()).isEqualTo(4000);
    assertThat(config.schedule().peak()).isEqualTo(3e-4);
    assertThat(Presets.named("paper-2d-nu").penalty()).isNull();
    assertThat(Presets.named("paper-2d-nu").prior()).isEqualTo(PriorChoice.PAPER_NON_UNIFORM);
    assertThat(Presets.named("paper-1d-r").prior()).isEqualTo(PriorChoice.PAPER_UNIFORM);
  }

  @Test
  void ablation_presets_are_pt_r_with_another_radius() {
    PretrainConfig config = Presets.named("ablation-2d-0.025");
    assertThat(config.penalty())
        .isEqualTo(new StationarityPenalty(.025, StationarityPenalty.Normalisation.NEIGHBOURS));
    assertThat(config.prior()).isEqualTo(PriorChoice.PAPER_UNIFORM);
    assertThat(config.withSteps(800).steps()).isEqualTo(800);
  }

  @Test
  void compact_network_stays_below_three_megabytes() {
    PretrainConfig config = Presets.named("compact-2d-pt");
    try (Network network = new Network(config.network(), Device.CPU, DType.FLOAT32, 1)) {
      assertThat(4 * network.parameters().size()).isLessThan(2_850_000);
    }
  }

  @Test
  void ablation_presets_train_no_network_of_the_paper_again() {
    for (String name : new String[] {"ablation-1d-0.5", "ablation-5d-0.05", "ablation-10d-0.5"}) {
      PretrainConfig config = Presets.named(name);
      PretrainConfig paper = Presets.named("paper-%dd-r".formatted(config.network().dimensions()));
      assertThat(config.sizes()).isEqualTo(paper.sizes());
      assertThat(config.network()).isEqualTo(paper.network());
      assertThat(config.penalty()).isNotEqualTo(paper.penalty());
    }
    for (String name : new String[] {"ablation-1d-0.05", "ablation-2d-0.05", "ablation-5d-0.5"}) {
      assertThatThrownBy(() -> Presets.named(name)).hasMessageStartingWith("there is no preset");
    }
  }
}
