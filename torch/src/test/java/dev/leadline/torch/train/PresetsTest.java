package dev.leadline.torch.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.torch.tensor.NoLeaks;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@ExtendWith(NoLeaks.class)
class PresetsTest {

  @Test
  void presets_have_their_own_names_and_others_are_answered_with_them() {
    for (String name : List.of("tiny", "curves")) {
      assertThat(Presets.named(name).name()).isEqualTo(name);
    }
    assertThatThrownBy(() -> Presets.named("defualt"))
        .hasMessage("there is no preset 'defualt': use tiny, curves");
    assertThat(Presets.find("defualt")).isEmpty();
  }

  static Stream<TaskSizes> usualSizes() {
    return Stream.of(
        new TaskSizes(ContextSizes.logUniform(384), TaskSizes.Rule.QUERIES, 128),
        new TaskSizes(ContextSizes.paper(2000), TaskSizes.Rule.POINTS, 2000),
        new TaskSizes(ContextSizes.paper(4500), TaskSizes.Rule.POINTS, 4500));
  }

  @ParameterizedTest
  @MethodSource("usualSizes")
  void sizes_lie_on_a_grid_and_leave_queries(TaskSizes sizes) {
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
