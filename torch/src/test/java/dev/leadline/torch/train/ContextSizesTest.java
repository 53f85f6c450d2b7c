package dev.leadline.torch.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ContextSizesTest {

  @Test
  void paper_leavesALogUniformNumberOfQueries() {
    int points = 2000;
    ContextSizes sizes = ContextSizes.paper(points);
    SplittableRandom random = new SplittableRandom(1);
    double sum = 0;
    int draws = 40_000;
    for (int i = 0; i < draws; i++) {
      int context = sizes.draw(random);
      assertThat(context).isBetween(0, points - 1);
      sum += Math.log(points - context);
    }
    double mean = 0;
    double mass = 0;
    for (int queries = 1; queries <= points; queries++) {
      mean += Math.log(queries) / queries;
      mass += 1.0 / queries;
    }
    assertThat(sum / draws).isCloseTo(mean / mass, within(0.1));
    assertThat(sizes.sizes()).hasSizeLessThan(50).contains(0, 8, 96);
  }

  @Test
  void logUniform_givesEveryDoublingTheSameShare() {
    ContextSizes sizes = ContextSizes.logUniform(512);
    SplittableRandom random = new SplittableRandom(2);
    int small = 0;
    int draws = 40_000;
    for (int i = 0; i < draws; i++) {
      small += sizes.draw(random) < 23 ? 1 : 0;
    }
    assertThat((double) small / draws).isCloseTo(0.53, within(0.05));
    assertThat(sizes.sizes()).startsWith(1, 2, 3, 4, 6, 8).endsWith(512);
  }

  @Test
  void sizes_thatDoNotIncreaseAreRefused() {
    assertThatThrownBy(() -> new ContextSizes(List.of(3, 3), List.of(1.0, 1.0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("increasing");
  }
}
