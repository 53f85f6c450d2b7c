package dev.leadline.paper.preset;

import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.NetworkConfig.Norm;
import dev.leadline.torch.nn.AdamW;
import dev.leadline.torch.nn.Schedule;
import dev.leadline.torch.train.ContextSizes;
import dev.leadline.torch.train.PretrainConfig;
import dev.leadline.torch.train.PriorChoice;
import dev.leadline.torch.train.StandStill;
import dev.leadline.torch.train.TaskSizes;
import dev.leadline.torch.train.TrainingOptions;
import dev.leadline.torch.train.TrainingOptions.BorderRule;
import dev.leadline.torch.train.TrainingOptions.Finish;
import java.util.Optional;
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

  /** A variant, and any radius for those with the regulariser. */
  private static final Pattern FULL =
      Pattern.compile("fair-(1|2|5|10)d-(?:(pt|r|nu|nur)|(r|nur)-(NaN|-?[0-9]+(?:\\.[0-9]+)?))");

  private static final Pattern SMALL = Pattern.compile("fair-small-(1|2)d-(pt|r|nu|nur)");

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
      NetworkConfig network, int points, int queries, int tasks, double rate, long steps) {

    static Size full(int dimensions) {
      return new Size(NetworkConfig.paper(dimensions), 1024, 128, 48, 3e-4, 20_000);
    }

    /**
     * A laptop's: minutes on a CPU, to try out what the full size does on a GPU. Contexts of up to
     * 96 points say too little in ten dimensions for a small network to learn from them.
     */
    static Size small(int dimensions) {
      NetworkConfig network = new NetworkConfig(dimensions, 64, 3, 4, 128, 128, 100, Norm.POST);
      return new Size(network, 128, 32, 32, 2e-3, 3_000);
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

  /** The preset of a name such as {@code fair-10d-nu} or, with another radius, fair-10d-r-0.3. */
  static Optional<PretrainConfig> named(String name) {
    Matcher small = SMALL.matcher(name);
    if (small.matches()) {
      int dimensions = Integer.parseInt(small.group(1));
      PaperMethod method = PaperMethod.of(small.group(2));
      Size size = Size.small(dimensions);
      return Optional.of(preset(name, size, dimensions, method, radius(dimensions)));
    }
    Matcher full = FULL.matcher(name);
    if (!full.matches()) {
      return Optional.empty();
    }
    int dimensions = Integer.parseInt(full.group(1));
    String variant = full.group(2);
    return Optional.of(
        preset(
            name,
            Size.full(dimensions),
            dimensions,
            PaperMethod.of(variant == null ? full.group(3) : variant),
            variant == null ? Double.parseDouble(full.group(4)) : radius(dimensions)));
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
        size.network,
        size.tasks,
        size.sizes(),
        method.penalty(radius),
        AdamW.Config.standard(),
        new Schedule(size.rate, WARM_UP, 1000),
        size.steps,
        25,
        new TrainingOptions(BorderRule.TARGETS, TrainingOptions.Flat.STOP, finish));
  }
}
