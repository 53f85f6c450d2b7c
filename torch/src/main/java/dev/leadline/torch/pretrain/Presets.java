package dev.leadline.torch.pretrain;

import dev.leadline.committee.CommitteeConfig;
import dev.leadline.curve.CurveTask;
import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.NetworkConfig.Attention;
import dev.leadline.pfn.NetworkConfig.Norm;
import dev.leadline.pfn.NetworkConfig.Tokens;
import dev.leadline.torch.nn.AdamW;
import dev.leadline.torch.nn.Schedule;
import dev.leadline.units.OutputScaling;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The configurations that have a name. */
public final class Presets {

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

  /** The default's longest context: studies show models no more. */
  private static final int LONGEST = 384;

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
      return FairPresets.withRadius(name).orElseThrow(() -> unknown(name));
    }
    return preset.get();
  }

  private static IllegalArgumentException unknown(String name) {
    return new IllegalArgumentException(
        ("there is no preset '%s': use default, plain, tiny, curves, default-programs, compact-2d-V, fair-small-1d-V,"
                + " fair-small-2d-V, paper-Nd-V, even-Nd-V or fair-Nd-V with N 1, 2, 5 or 10 and V"
                + " pt, r, nu or nur, ablation-Nd-RADIUS or fair-Nd-r-RADIUS")
            .formatted(name));
  }

  private static Map<String, Supplier<PretrainConfig>> all() {
    Map<String, Supplier<PretrainConfig>> all = new LinkedHashMap<>();
    all.put("default", Presets::product);
    all.put("default-programs", Presets::programs);
    all.put("plain", Presets::plain);
    all.put("tiny", Presets::tiny);
    all.put("curves", Presets::curves);
    for (PaperMethod method : PaperMethod.values()) {
      all.put("compact-2d-" + method.suffix, () -> compact(method));
    }
    for (int dimensions : new int[] {1, 2, 5, 10}) {
      for (PaperMethod method : PaperMethod.values()) {
        all.put(
            "paper-%dd-%s".formatted(dimensions, method.suffix), () -> paper(dimensions, method));
        all.put("even-%dd-%s".formatted(dimensions, method.suffix), () -> even(dimensions, method));
      }
      for (String text : ABLATION.getOrDefault(dimensions, List.of())) {
        double radius = Double.parseDouble(text);
        String name = "ablation-%dd-%s".formatted(dimensions, text);
        if (radius != PaperMethod.radius(dimensions)) { // that one is the paper's own network
          all.put(name, () -> ablation(name, dimensions, radius));
        }
      }
    }
    all.putAll(FairPresets.all());
    return all;
  }

  private static PriorChoice paperPrior(PaperMethod method) {
    return method.nonUniform() ? PriorChoice.PAPER_NON_UNIFORM : PriorChoice.PAPER_UNIFORM;
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
  private static PretrainConfig paper(int dimensions, PaperMethod method) {
    return paper(
        "paper-%dd-%s".formatted(dimensions, method.suffix),
        dimensions,
        method,
        PaperMethod.radius(dimensions),
        allOf(paperPoints(dimensions)));
  }

  /**
   * The same with every doubling of the context size alike. The base code's law shows fewer than
   * 100 points in one batch of 160, and what a network has not seen it gets wrong
   * (benchmarks/2026-11-15-paper-models).
   */
  private static PretrainConfig even(int dimensions, PaperMethod method) {
    int points = paperPoints(dimensions);
    return paper(
        "even-%dd-%s".formatted(dimensions, method.suffix),
        dimensions,
        method,
        PaperMethod.radius(dimensions),
        new TaskSizes(scalable(points * 3 / 4), TaskSizes.Rule.POINTS, points));
  }

  private static int paperPoints(int dimensions) {
    return dimensions <= 2 ? 2000 : 4500;
  }

  /** PT-R with another radius than the paper's, as in Appendix "Ablation study". */
  private static PretrainConfig ablation(String name, int dimensions, double radius) {
    return paper(name, dimensions, PaperMethod.R, radius, allOf(paperPoints(dimensions)));
  }

  private static PretrainConfig paper(
      String name, int dimensions, PaperMethod method, double radius, TaskSizes sizes) {
    return new PretrainConfig(
        name,
        paperPrior(method),
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
        20,
        Practice.literal());
  }

  /** The paper's methods at a laptop's size: more tasks of fewer points, under 3 MB. */
  private static PretrainConfig compact(PaperMethod method) {
    NetworkConfig network =
        new NetworkConfig(2, 128, 6, 4, 160, 128, 100, Norm.PRE, Attention.PAPER, Tokens.PLAIN);
    return new PretrainConfig(
        "compact-2d-" + method.suffix,
        paperPrior(method),
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
        50,
        Practice.standard());
  }

  /** The model that ships: one network for 1 to 30 dimensions on top of the committee. */
  private static PretrainConfig product() {
    return anyDimension(
        "default",
        PriorChoice.PRODUCT,
        Tokens.COMMITTEE,
        CommitteeConfig.standard(),
        ContextSizes.evenFromFour(LONGEST),
        1e-3);
  }

  /**
   * The default's network on tasks like the settings of real programs among others, from the
   * default's weights: at half of its rate, with a fifth of the long contexts, which users of
   * programs seldom have. Not shipped (docs/model-notes.md).
   */
  private static PretrainConfig programs() {
    return anyDimension(
        "default-programs",
        PriorChoice.PRODUCT_AND_PROGRAMS,
        Tokens.COMMITTEE,
        CommitteeConfig.standard(),
        ContextSizes.evenFromFour(LONGEST).withFewerAbove(128, .2),
        5e-4);
  }

  /** The default's network without a committee: what the committee is worth. */
  private static PretrainConfig plain() {
    return anyDimension(
        "plain", PriorChoice.PRODUCT, Tokens.PLAIN, null, ContextSizes.evenFromFour(LONGEST), 1e-3);
  }

  private static PretrainConfig anyDimension(
      String name,
      PriorChoice prior,
      Tokens tokens,
      @Nullable CommitteeConfig committee,
      ContextSizes contexts,
      double rate) {
    NetworkConfig network =
        new NetworkConfig(30, 128, 6, 4, 256, 256, 128, Norm.PRE, Attention.DISTANCE_AWARE, tokens);
    return new PretrainConfig(
        name,
        prior,
        OutputScaling.ROBUST_LOG,
        network,
        committee,
        256,
        new TaskSizes(contexts, TaskSizes.Rule.QUERIES, 128),
        null,
        Emphasis.IMPROVEMENT,
        AdamW.Config.standard(),
        new Schedule(rate, .03, 10_000),
        100_000,
        50,
        Practice.standard());
  }

  /** The network that says where learning curves end: under a megabyte, minutes on a GPU. */
  private static PretrainConfig curves() {
    NetworkConfig network =
        new NetworkConfig(
            CurveTask.INPUTS, 80, 4, 4, 160, 128, 100, Norm.PRE, Attention.PAPER, Tokens.PLAIN);
    List<Integer> sizes = List.of(2, 3, 4, 6, 8, 12, 16, 24);
    return new PretrainConfig(
        "curves",
        PriorChoice.CURVES,
        OutputScaling.Z_SCORE, // not asked: tasks come in the units of CurveTask
        network,
        null,
        1024,
        new TaskSizes(
            new ContextSizes(sizes, Collections.nCopies(sizes.size(), 1.0)),
            TaskSizes.Rule.QUERIES,
            32),
        null,
        Emphasis.NONE,
        AdamW.Config.standard(),
        new Schedule(2e-3, .05, 1000),
        100_000,
        100,
        new Practice(BorderRule.TARGETS, Practice.Flat.STOP, null));
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
        25,
        Practice.standard());
  }
}
