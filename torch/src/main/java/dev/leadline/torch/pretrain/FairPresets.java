package dev.leadline.torch.pretrain;

import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.NetworkConfig.Attention;
import dev.leadline.pfn.NetworkConfig.Norm;
import dev.leadline.pfn.NetworkConfig.Tokens;
import dev.leadline.torch.nn.AdamW;
import dev.leadline.torch.nn.Schedule;
import dev.leadline.units.OutputScaling;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The paper's networks trained so that they learn: its open points settled by what they need. */
final class FairPresets {

  /* The paper's network, optimiser and search. Its prior is stretched by √d (GpPrior.fair), its rate is a tenth (decision 12),
   * contexts are log-uniform, buckets are made for targets, and the run ends when the loss stands still. Contexts reach three
   * quarters of 1024 points; those of the finish as far as the protocol's: 260 and 510 in 1-D and 2-D, 2050 in 5-D and 10-D.
   * A task has a few queries instead of all remaining points: the queries of one function teach much the same, so that three
   * times the tasks with an eighth of the queries cost as much and teach more. */

  /** The share of pairs of queries that are neighbours, 0.0975: the paper's in one dimension. */
  static final double NEIGHBOURS = 1 - Math.pow(1 - PaperMethod.radius(1), 2);

  /** Other radii than those of equal shares: the paper's own, and in 10-D those of its ablation. */
  private static final Map<Integer, List<String>> OTHER_RADII =
      Map.of(2, List.of("0.05"), 5, List.of("0.5"), 10, List.of("0.1", "0.25", "0.5", "1"));

  private static final Pattern WITH_RADIUS =
      Pattern.compile("fair-(1|2|5|10)d-(r|nur)-(NaN|-?[0-9]+(?:\\.[0-9]+)?)");

  private static final int FEWEST_SEEN = 8;
  private static final double WARM_UP = 0.05;
  private static final double FINISH = 0.75;

  /**
   * What the full and the small size differ in.
   *
   * @param points of which three quarters are the largest context
   * @param queries of a task
   * @param tasks of a batch
   * @param rate the peak of the learning rate
   * @param steps of the longest run
   */
  private record Size(
      String prefix,
      NetworkConfig network,
      int points,
      int queries,
      int tasks,
      double rate,
      long steps) {

    static Size full(int dimensions) {
      return new Size("fair", NetworkConfig.paper(dimensions), 1024, 128, 48, 3e-4, 20_000);
    }

    /**
     * A laptop's: minutes on a CPU, to try out what the full size does on a GPU. Contexts of up to
     * 96 points say too little in ten dimensions for a small network to learn from them.
     */
    static Size small(int dimensions) {
      NetworkConfig network =
          new NetworkConfig(
              dimensions, 64, 3, 4, 128, 128, 100, Norm.POST, Attention.PAPER, Tokens.PLAIN);
      return new Size("fair-small", network, 128, 32, 32, 2e-3, 3_000);
    }

    /** The sizes of the finish, enough for the protocol's contexts. */
    TaskSizes finish(int dimensions) {
      return sizes(dimensions <= 2 ? points * 3 / 2 : points * 11 / 4);
    }

    TaskSizes sizes() {
      return sizes(points);
    }

    /** Contexts from 8 to three quarters of the points, and the queries. */
    private TaskSizes sizes(int most) {
      return new TaskSizes(
          ContextSizes.logUniform(FEWEST_SEEN, most * 3 / 4), TaskSizes.Rule.QUERIES, queries);
    }
  }

  private FairPresets() {}

  static Map<String, Supplier<PretrainConfig>> all() {
    Map<String, Supplier<PretrainConfig>> all = new LinkedHashMap<>();
    for (int d : new int[] {1, 2, 5, 10}) {
      for (PaperMethod method : PaperMethod.values()) {
        put(all, Size.full(d), d, method);
        if (d <= 2) {
          put(all, Size.small(d), d, method);
        }
        for (String radius : OTHER_RADII.getOrDefault(d, List.of())) {
          if (method.penalty(1) != null) {
            String name = "fair-%dd-%s-%s".formatted(d, method.suffix, radius);
            all.put(name, () -> preset(name, Size.full(d), d, method, Double.parseDouble(radius)));
          }
        }
      }
    }
    return all;
  }

  /** The preset that a name such as {@code fair-10d-r-0.3} stands for: any radius may follow. */
  static Optional<PretrainConfig> withRadius(String name) {
    Matcher matcher = WITH_RADIUS.matcher(name);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int dimensions = Integer.parseInt(matcher.group(1));
    PaperMethod method = matcher.group(2).equals("r") ? PaperMethod.R : PaperMethod.NUR;
    double radius = Double.parseDouble(matcher.group(3));
    return Optional.of(preset(name, Size.full(dimensions), dimensions, method, radius));
  }

  private static void put(
      Map<String, Supplier<PretrainConfig>> all, Size size, int dimensions, PaperMethod method) {
    String name = "%s-%dd-%s".formatted(size.prefix, dimensions, method.suffix);
    all.put(name, () -> preset(name, size, dimensions, method, radius(dimensions)));
  }

  /** The ε at which the wanted share of uniform pairs is closer than ε in every coordinate. */
  static double radius(int dimensions) {
    return 1 - Math.sqrt(1 - Math.pow(NEIGHBOURS, 1.0 / dimensions));
  }

  private static PretrainConfig preset(
      String name, Size size, int dimensions, PaperMethod method, double radius) {
    TaskSizes longer = size.finish(dimensions);
    int fewer = (int) (size.tasks * size.sizes().meanPoints() / longer.meanPoints());
    Finish finish = new Finish(FINISH, fewer, longer, StandStill.standard());
    return new PretrainConfig(
        name,
        method.nonUniform() ? PriorChoice.FAIR_NON_UNIFORM : PriorChoice.FAIR_UNIFORM,
        OutputScaling.Z_SCORE,
        size.network,
        null,
        size.tasks,
        size.sizes(),
        method.penalty(radius),
        Emphasis.NONE,
        AdamW.Config.standard(),
        new Schedule(size.rate, WARM_UP, 1000),
        size.steps,
        25,
        new Practice(BorderRule.TARGETS, Practice.Flat.STOP, finish));
  }
}
