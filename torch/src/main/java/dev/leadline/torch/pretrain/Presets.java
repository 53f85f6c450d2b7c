package dev.leadline.torch.pretrain;

import dev.leadline.acquisition.OutputScaling;
import dev.leadline.committee.CommitteeConfig;
import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.NetworkConfig.Attention;
import dev.leadline.pfn.NetworkConfig.Norm;
import dev.leadline.pfn.NetworkConfig.Tokens;
import dev.leadline.torch.nn.AdamW;
import dev.leadline.torch.nn.Schedule;
import dev.leadline.torch.pretrain.StationarityPenalty.Normalisation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The configurations that have a name. */
public final class Presets {

  /** The four methods of the paper. */
  private enum Method {
    PT("pt", PriorChoice.PAPER_UNIFORM),
    R("r", PriorChoice.PAPER_UNIFORM),
    NU("nu", PriorChoice.PAPER_NON_UNIFORM),
    NUR("nur", PriorChoice.PAPER_NON_UNIFORM);

    final String suffix;
    final PriorChoice prior;

    Method(String suffix, PriorChoice prior) {
      this.suffix = suffix;
      this.prior = prior;
    }

    @Nullable StationarityPenalty penalty(double radius) {
      return this == R || this == NUR
          ? new StationarityPenalty(radius, Normalisation.NEIGHBOURS)
          : null;
    }
  }

  /** A z-score fitted on fewer points puts some targets hundreds of units away. */
  private static final int FEWEST_SCALED = 6;

  /** The radii of the ablation study by number of inputs, as the paper has them. */
  private static final Map<Integer, List<String>> ABLATION =
      Map.of(
          1, List.of("0.01", "0.025", "0.05", "0.1", "0.5"),
          2, List.of("0.025", "0.05", "0.1"),
          5, List.of("0.05", "0.1", "0.25", "0.5"),
          10, List.of("0.1", "0.25", "0.5"));

  /**
   * A tenth of the paper's rate. At its 0.003 the network learns until the warm-up passes 0.001,
   * then forgets everything and stays there (docs/decisions/0012).
   */
  private static final double PAPER_RATE = 3e-4;

  private static final int PAPER_EPOCHS = 400;
  private static final int PAPER_EPOCH_STEPS = 10;

  private Presets() {}

  /** All names, in the order of the help text. */
  public static List<String> names() {
    return new ArrayList<>(all().keySet());
  }

  /**
   * The preset of this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static PretrainConfig named(String name) {
    Supplier<PretrainConfig> preset = all().get(name);
    if (preset == null) {
      throw new IllegalArgumentException(
          "there is no preset '%s': use one of %s".formatted(name, String.join(", ", names())));
    }
    return preset.get();
  }

  private static Map<String, Supplier<PretrainConfig>> all() {
    Map<String, Supplier<PretrainConfig>> all = new LinkedHashMap<>();
    all.put("default", Presets::product);
    all.put("plain", Presets::plain);
    all.put("tiny", Presets::tiny);
    for (Method method : Method.values()) {
      all.put("compact-2d-" + method.suffix, () -> compact(method));
    }
    for (int dimensions : new int[] {1, 2, 5, 10}) {
      for (Method method : Method.values()) {
        all.put(
            "paper-%dd-%s".formatted(dimensions, method.suffix), () -> paper(dimensions, method));
        all.put("even-%dd-%s".formatted(dimensions, method.suffix), () -> even(dimensions, method));
      }
      for (String text : ABLATION.getOrDefault(dimensions, List.of())) {
        double radius = Double.parseDouble(text);
        String name = "ablation-%dd-%s".formatted(dimensions, text);
        if (radius != radius(dimensions)) { // that one is the paper's own network
          all.put(name, () -> ablation(name, dimensions, radius));
        }
      }
    }
    return all;
  }

  private static TaskSizes allOf(int points) {
    return new TaskSizes(ContextSizes.paper(points), TaskSizes.Rule.POINTS, points);
  }

  private static TaskSizes scaled(int context, int queries) {
    return new TaskSizes(scalable(context), TaskSizes.Rule.QUERIES, queries);
  }

  /** Log-uniform sizes of contexts that can be scaled. */
  private static ContextSizes scalable(int largest) {
    ContextSizes all = ContextSizes.logUniform(largest);
    int skipped = (int) all.sizes().stream().filter(size -> size < FEWEST_SCALED).count();
    int end = all.sizes().size();
    return new ContextSizes(all.sizes().subList(skipped, end), all.weights().subList(skipped, end));
  }

  /** Table "Hyperparameters of PT training", but for the rate. */
  private static PretrainConfig paper(int dimensions, Method method) {
    return paper(
        "paper-%dd-%s".formatted(dimensions, method.suffix),
        dimensions,
        method,
        radius(dimensions),
        allOf(paperPoints(dimensions)));
  }

  /**
   * The same with every doubling of the context size alike. The base code's law shows fewer than
   * 100 points in one batch of 160, and what a network has not seen it gets wrong
   * (benchmarks/2026-11-15-paper-models).
   */
  private static PretrainConfig even(int dimensions, Method method) {
    int points = paperPoints(dimensions);
    return paper(
        "even-%dd-%s".formatted(dimensions, method.suffix),
        dimensions,
        method,
        radius(dimensions),
        new TaskSizes(scalable(points * 3 / 4), TaskSizes.Rule.POINTS, points));
  }

  private static double radius(int dimensions) {
    return dimensions <= 2 ? .05 : dimensions == 5 ? .5 : 1;
  }

  private static int paperPoints(int dimensions) {
    return dimensions <= 2 ? 2000 : 4500;
  }

  /** PT-R with another radius than the paper's, as in Appendix "Ablation study". */
  private static PretrainConfig ablation(String name, int dimensions, double radius) {
    return paper(name, dimensions, Method.R, radius, allOf(paperPoints(dimensions)));
  }

  private static PretrainConfig paper(
      String name, int dimensions, Method method, double radius, TaskSizes sizes) {
    return new PretrainConfig(
        name,
        method.prior,
        OutputScaling.Z_SCORE,
        NetworkConfig.paper(dimensions),
        null,
        dimensions <= 2 ? 12 : 4,
        sizes,
        method.penalty(radius),
        Emphasis.NONE,
        AdamW.Config.standard(),
        new Schedule(PAPER_RATE, 50.0 / PAPER_EPOCHS, PAPER_EPOCHS),
        (long) PAPER_EPOCHS * PAPER_EPOCH_STEPS,
        20);
  }

  /** The paper's methods at a laptop's size: more tasks of fewer points, under 3 MB. */
  private static PretrainConfig compact(Method method) {
    NetworkConfig network =
        new NetworkConfig(2, 128, 6, 4, 160, 128, 100, Norm.PRE, Attention.PAPER, Tokens.PLAIN);
    return new PretrainConfig(
        "compact-2d-" + method.suffix,
        method.prior,
        OutputScaling.Z_SCORE,
        network,
        null,
        128,
        scaled(256, 128),
        method.penalty(.05),
        Emphasis.NONE,
        AdamW.Config.standard(),
        new Schedule(1e-3, .05, 1000),
        20_000,
        50);
  }

  /** The model that ships: one network for 1 to 30 dimensions on top of the committee. */
  private static PretrainConfig product() {
    return anyDimension("default", Tokens.COMMITTEE, CommitteeConfig.standard());
  }

  /** The default's network without a committee: what the committee is worth. */
  private static PretrainConfig plain() {
    return anyDimension("plain", Tokens.PLAIN, null);
  }

  private static PretrainConfig anyDimension(
      String name, Tokens tokens, @Nullable CommitteeConfig committee) {
    NetworkConfig network =
        new NetworkConfig(30, 128, 6, 4, 256, 256, 128, Norm.PRE, Attention.DISTANCE_AWARE, tokens);
    return new PretrainConfig(
        name,
        PriorChoice.PRODUCT,
        OutputScaling.ROBUST_LOG,
        network,
        committee,
        256,
        new TaskSizes(ContextSizes.evenFromFour(384), TaskSizes.Rule.QUERIES, 128),
        null,
        Emphasis.IMPROVEMENT,
        AdamW.Config.standard(),
        new Schedule(1e-3, .03, 10_000),
        100_000,
        50);
  }

  /** One-dimensional tasks and a network that learns on a CPU while one watches. */
  private static PretrainConfig tiny() {
    NetworkConfig network =
        new NetworkConfig(1, 32, 2, 4, 64, 64, 32, Norm.PRE, Attention.PAPER, Tokens.PLAIN);
    return new PretrainConfig(
        "tiny",
        PriorChoice.PAPER_UNIFORM,
        OutputScaling.Z_SCORE,
        network,
        null,
        16,
        scaled(32, 16),
        null,
        Emphasis.NONE,
        AdamW.Config.standard(),
        new Schedule(3e-3, .05, 100),
        1_500,
        25);
  }
}
