package dev.leadline.paper.preset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.leadline.pfn.NetworkConfig;
import dev.leadline.torch.train.Presets;
import dev.leadline.torch.train.PretrainConfig;
import dev.leadline.torch.train.TaskSizes;
import dev.leadline.torch.train.TrainingOptions;
import dev.leadline.torch.train.TrainingOptions.BorderRule;
import dev.leadline.torch.train.TrainingOptions.Finish;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FairPresetsTest {

  private static final String[] VARIANTS = {"pt", "r", "nu", "nur"};

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 10})
  void network_optimiser_and_rate_are_the_papers(int dimensions) {
    for (String variant : VARIANTS) {
      PretrainConfig fair = Presets.named("fair-%dd-%s".formatted(dimensions, variant));
      PretrainConfig paper = Presets.named("paper-%dd-%s".formatted(dimensions, variant));
      assertThat(fair.network()).isEqualTo(paper.network());
      assertThat(fair.network().norm()).isEqualTo(NetworkConfig.Norm.POST);
      assertThat(fair.optimiser()).isEqualTo(paper.optimiser());
      assertThat(fair.schedule().peak()).isEqualTo(paper.schedule().peak());
      assertThat(fair.penalty() == null).isEqualTo(paper.penalty() == null);
    }
  }

  @Test
  void contexts_go_from_eight_to_three_quarters_and_every_doubling_is_alike() {
    TaskSizes sizes = Presets.named("fair-2d-pt").sizes();
    assertThat(sizes.rule()).isEqualTo(TaskSizes.Rule.QUERIES);
    assertThat(sizes.context().sizes()).startsWith(8).endsWith(768);
    double total = share(sizes, 8, 768);
    assertThat(share(sizes, 8, 24) / total).isCloseTo(share(sizes, 64, 192) / total, within(.06));
  }

  private static double share(TaskSizes sizes, int from, int to) {
    double sum = 0;
    for (int i = 0; i < sizes.context().sizes().size(); i++) {
      int size = sizes.context().sizes().get(i);
      sum += size >= from && size <= to ? sizes.context().weights().get(i) : 0;
    }
    return sum;
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 10})
  void finish_shows_as_many_observations_as_the_protocol_reaches(int dimensions) {
    Finish finish = finish("fair-%dd-nur".formatted(dimensions));
    assertThat(finish.sizes().context().sizes()).last().isEqualTo(2112);
    PretrainConfig before = Presets.named("fair-%dd-nur".formatted(dimensions));
    assertThat(finish.tasks() * finish.sizes().meanPoints())
        .isCloseTo(before.tasks() * before.sizes().meanPoints(), withinPercentage(5));
  }

  @Test
  void every_dimension_has_the_same_share_of_neighbours() {
    SplittableRandom random = new SplittableRandom(1);
    for (int dimensions : new int[] {1, 2, 5, 10}) {
      PretrainConfig config = Presets.named("fair-%dd-r".formatted(dimensions));
      double radius = Objects.requireNonNull(config.penalty()).radius();
      int near = 0;
      for (int pair = 0; pair < 20_000; pair++) {
        double largest = 0;
        for (int i = 0; i < dimensions; i++) {
          double here = random.nextDouble();
          largest = Math.max(largest, Math.abs(random.nextDouble() - here));
        }
        near += largest < radius ? 1 : 0;
      }
      assertThat(near / 20_000.0).isCloseTo(FairPresets.NEIGHBOURS, within(.008));
    }
    assertThat(FairPresets.radius(1)).isCloseTo(.05, within(1e-12));
  }

  @Test
  void radius_of_the_paper_is_a_preset_beside_it() {
    assertThat(Objects.requireNonNull(Presets.named("fair-10d-nur-1").penalty()).radius())
        .isEqualTo(1);
    assertThat(Objects.requireNonNull(Presets.named("fair-10d-r-0.33").penalty()).radius())
        .isEqualTo(.33);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fair-10d-r-0", "fair-10d-r-NaN", "fair-2d-nur--1"})
  void radius_that_is_none_is_one_sentence(String name) {
    assertThatThrownBy(() -> Presets.named(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("expected a radius above 0, such as 0.05, but got ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fair-3d-pt", "fair-10d-pt-0.5", "fair-10d-r-wide"})
  void preset_that_does_not_exist_is_one_sentence(String name) {
    assertThatThrownBy(() -> Presets.named(name))
        .hasMessageStartingWith("there is no preset '%s': use ".formatted(name));
  }

  @Test
  void literal_presets_go_on_where_the_fair_ones_stop() {
    assertThat(Presets.named("paper-10d-pt").practice()).isEqualTo(TrainingOptions.literal());
    assertThat(Presets.named("fair-10d-nu").practice().flat()).isEqualTo(TrainingOptions.Flat.STOP);
    assertThat(Presets.named("fair-10d-nu").practice().borders()).isEqualTo(BorderRule.TARGETS);
  }

  @Test
  void rate_stays_at_its_peak_until_the_finish_and_ends_at_zero() {
    PretrainConfig config = Presets.named("fair-2d-pt");
    Finish finish = finish("fair-2d-pt");
    assertThat(rate(config, finish, .01)).isCloseTo(.2 * 3e-4, within(.05 * 3e-4));
    assertThat(rate(config, finish, .05)).isCloseTo(3e-4, within(1e-6));
    assertThat(rate(config, finish, .74)).isCloseTo(3e-4, within(1e-6));
    assertThat(rate(config, finish, .875)).isCloseTo(1.5e-4, within(2e-6));
    assertThat(rate(config, finish, .9999)).isLessThan(1e-7);
  }

  private static double rate(PretrainConfig config, Finish finish, double share) {
    return config.schedule().rate(finish.place(share, config.schedule().warmUp()));
  }

  private static Finish finish(String name) {
    return Objects.requireNonNull(Presets.named(name).practice().finish());
  }
}
