package dev.leadline.torch.pretrain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.torch.nn.Network;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoLeaks;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(NoLeaks.class)
class PresetsTest {

  @Test
  void all_have_their_own_name() {
    assertThat(Presets.names()).hasSize(89).doesNotHaveDuplicates();
    for (String name : Presets.names()) {
      assertThat(Presets.named(name).name()).isEqualTo(name);
    }
  }

  @Test
  void unknown_preset_is_answered_with_the_kinds_of_names() {
    assertThatThrownBy(() -> Presets.named("papre-2d"))
        .hasMessageStartingWith("there is no preset 'papre-2d': use default, plain, tiny, ")
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
  void even_presets_see_few_points_as_often_as_many() {
    PretrainConfig even = Presets.named("even-2d-nur");
    PretrainConfig paper = Presets.named("paper-2d-nur");
    assertThat(even.penalty()).isEqualTo(paper.penalty());
    assertThat(even.network()).isEqualTo(paper.network());
    assertThat(even.sizes().count()).isEqualTo(paper.sizes().count());
    assertThat(shareBelow(100, paper)).isBetween(.004, .01);
    assertThat(shareBelow(100, even)).isBetween(.45, .65);
  }

  private static double shareBelow(int size, PretrainConfig config) {
    ContextSizes context = config.sizes().context();
    double below = 0;
    double all = 0;
    for (int i = 0; i < context.sizes().size(); i++) {
      all += context.weights().get(i);
      below += context.sizes().get(i) < size ? context.weights().get(i) : 0;
    }
    return below / all;
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
  void ablation_presets_train_no_network_of_the_paper_again() {
    List<String> ablation =
        Presets.names().stream().filter(name -> name.startsWith("ablation-")).toList();
    assertThat(ablation)
        .hasSize(12)
        .contains("ablation-1d-0.5", "ablation-5d-0.05", "ablation-10d-0.5")
        .doesNotContain("ablation-1d-0.05", "ablation-2d-0.05", "ablation-5d-0.5");
    for (String name : ablation) {
      PretrainConfig config = Presets.named(name);
      PretrainConfig paper =
          Presets.named("paper-%dd-r".formatted(config.network().maxDimensions()));
      assertThat(config.sizes()).isEqualTo(paper.sizes());
      assertThat(config.network()).isEqualTo(paper.network());
      assertThat(config.penalty()).isNotEqualTo(paper.penalty());
    }
  }

  @Test
  void default_preset_sees_few_contexts_below_four() {
    assertThat(Presets.named("default").sizes())
        .isEqualTo(new TaskSizes(ContextSizes.evenFromFour(384), TaskSizes.Rule.QUERIES, 128));
  }

  @Test
  void training_on_programs_starts_from_the_defaults_network_with_fewer_long_contexts() {
    PretrainConfig config = Presets.named("default-programs");
    PretrainConfig usual = Presets.named("default");
    assertThat(config.network()).isEqualTo(usual.network());
    assertThat(config.committee()).isEqualTo(usual.committee());
    assertThat(config.sizes().context().at(.95)).isEqualTo(128);
    assertThat(usual.sizes().context().at(.95)).isEqualTo(384);
  }

  @Test
  void compact_network_stays_below_three_megabytes() {
    PretrainConfig config = Presets.named("compact-2d-pt");
    try (Network network = new Network(config.network(), 0, Device.CPU, DType.FLOAT32, 1)) {
      assertThat(4 * network.parameters().size()).isLessThan(2_850_000);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"default", "paper-2d-pt", "paper-10d-pt"})
  void sizes_lie_on_a_grid_and_leave_queries(String name) {
    TaskSizes sizes = Presets.named(name).sizes();
    List<TaskSizes.Sizes> drawn =
        new SplittableRandom(1)
            .ints(3000)
            .mapToObj(seed -> sizes.draw(new SplittableRandom(seed)))
            .distinct()
            .toList();
    assertThat(drawn).hasSizeBetween(10, 50);
    assertThat(drawn).allMatch(size -> size.context() >= 0 && size.queries() > 0);
  }
}
