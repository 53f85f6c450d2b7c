package dev.leadline.torch.train;

import static java.util.stream.Collectors.joining;

import dev.leadline.early.CurveTask;
import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.NetworkConfig.Norm;
import dev.leadline.torch.nn.AdamW;
import dev.leadline.torch.nn.Schedule;
import dev.leadline.torch.train.TrainingOptions.BorderRule;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The configurations that have a name: those of the product, and those of a {@link PresetSource}.
 */
public final class Presets {

  private static final Map<String, Supplier<PretrainConfig>> OWN =
      Map.of("tiny", Presets::tiny, "curves", Presets::curves);

  private Presets() {}

  /**
   * The preset of this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static PretrainConfig named(String name) {
    return find(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no preset '%s': use tiny, curves%s"
                        .formatted(
                            name,
                            sources().map(source -> ", " + source.kinds()).collect(joining()))));
  }

  /** The preset of this name, if there is one. */
  public static Optional<PretrainConfig> find(String name) {
    Supplier<PretrainConfig> own = OWN.get(name);
    return own != null
        ? Optional.of(own.get())
        : sources().flatMap(source -> source.named(name).stream()).findFirst();
  }

  private static Stream<PresetSource> sources() {
    return ServiceLoader.load(PresetSource.class).stream().map(ServiceLoader.Provider::get);
  }

  /** The network that says where learning curves end: under a megabyte, minutes on a GPU. */
  private static PretrainConfig curves() {
    NetworkConfig network = new NetworkConfig(CurveTask.INPUTS, 80, 4, 4, 160, 128, 100, Norm.PRE);
    List<Integer> sizes = List.of(2, 3, 4, 6, 8, 12, 16, 24);
    return new PretrainConfig(
        "curves",
        PriorChoice.CURVES,
        network,
        1024,
        new TaskSizes(
            new ContextSizes(sizes, Collections.nCopies(sizes.size(), 1.0)),
            TaskSizes.Rule.QUERIES,
            32),
        null,
        AdamW.Config.standard(),
        new Schedule(2e-3, .05, 1000),
        100_000,
        100,
        new TrainingOptions(BorderRule.TARGETS, TrainingOptions.Flat.STOP, null));
  }

  /** One-dimensional tasks and a network that learns on a CPU while one watches. */
  private static PretrainConfig tiny() {
    NetworkConfig network = new NetworkConfig(1, 32, 2, 4, 64, 64, 32, Norm.PRE);
    return new PretrainConfig(
        "tiny",
        PriorChoice.PAPER_UNIFORM,
        network,
        16,
        TaskSizes.scalable(32, 16),
        null,
        AdamW.Config.standard(),
        new Schedule(3e-3, .05, 100),
        1_500,
        25,
        TrainingOptions.standard());
  }
}
