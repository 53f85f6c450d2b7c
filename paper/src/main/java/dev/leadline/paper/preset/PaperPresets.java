package dev.leadline.paper.preset;

import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.NetworkConfig.Norm;
import dev.leadline.torch.nn.AdamW;
import dev.leadline.torch.nn.Schedule;
import dev.leadline.torch.train.ContextSizes;
import dev.leadline.torch.train.PresetSource;
import dev.leadline.torch.train.PretrainConfig;
import dev.leadline.torch.train.PriorChoice;
import dev.leadline.torch.train.TaskSizes;
import dev.leadline.torch.train.TrainingOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The paper's networks by their names: by the letter, {@code paper-2d-nur} and {@code
 * ablation-2d-0.1}; of a laptop's size, {@code compact-2d-nur}; and {@link FairPresets}.
 */
public final class PaperPresets implements PresetSource {

  private static final Pattern PAPER = Pattern.compile("paper-(1|2|5|10)d-(pt|r|nu|nur)");
  private static final Pattern COMPACT = Pattern.compile("compact-2d-(pt|r|nu|nur)");
  private static final Pattern RADIUS = Pattern.compile("ablation-(1|2|5|10)d-([0-9.]+)");

  /** The radii of the ablation study by number of inputs, but for the one of {@code paper-Nd-r}. */
  private static final Map<Integer, List<String>> RADII =
      Map.of(
          1, List.of("0.01", "0.025", "0.1", "0.5"),
          2, List.of("0.025", "0.1"),
          5, List.of("0.05", "0.1", "0.25"),
          10, List.of("0.1", "0.25", "0.5"));

  /**
   * A tenth of the paper's rate. At its 0.003 the network learns until the warm-up passes 0.001,
   * then forgets everything and stays there (docs/decisions/0012).
   */
  private static final double RATE = 3e-4;

  private static final int EPOCHS = 400;
  private static final int EPOCH_STEPS = 10;

  @Override
  public String kinds() {
    return "compact-2d-V, fair-small-1d-V, fair-small-2d-V, paper-Nd-V or fair-Nd-V with N 1, 2, 5"
        + " or 10 and V pt, r, nu or nur, ablation-Nd-RADIUS or fair-Nd-r-RADIUS";
  }

  @Override
  public Optional<PretrainConfig> named(String name) {
    Matcher paper = PAPER.matcher(name);
    if (paper.matches()) {
      int dimensions = Integer.parseInt(paper.group(1));
      double radius = PaperMethod.radius(dimensions);
      return Optional.of(paper(name, dimensions, PaperMethod.of(paper.group(2)), radius));
    }
    Matcher radius = RADIUS.matcher(name);
    if (radius.matches()) {
      int dimensions = Integer.parseInt(radius.group(1));
      return RADII.getOrDefault(dimensions, List.of()).contains(radius.group(2))
          ? Optional.of(paper(name, dimensions, PaperMethod.R, Double.parseDouble(radius.group(2))))
          : Optional.empty();
    }
    Matcher compact = COMPACT.matcher(name);
    return compact.matches()
        ? Optional.of(compact(name, PaperMethod.of(compact.group(1))))
        : FairPresets.named(name);
  }

  private static PriorChoice prior(PaperMethod method) {
    return method.nonUniform() ? PriorChoice.PAPER_NON_UNIFORM : PriorChoice.PAPER_UNIFORM;
  }

  /** Table "Hyperparameters of PT training", but for the rate. */
  private static PretrainConfig paper(
      String name, int dimensions, PaperMethod method, double radius) {
    int points = dimensions <= 2 ? 2000 : 4500;
    return new PretrainConfig(
        name,
        prior(method),
        NetworkConfig.paper(dimensions),
        dimensions <= 2 ? 12 : 4,
        new TaskSizes(ContextSizes.paper(points), TaskSizes.Rule.POINTS, points),
        method.penalty(radius),
        AdamW.Config.standard(),
        new Schedule(RATE, 50.0 / EPOCHS, EPOCHS),
        (long) EPOCHS * EPOCH_STEPS,
        20,
        TrainingOptions.literal());
  }

  /** The paper's methods at a laptop's size: more tasks of fewer points, under 3 MB. */
  private static PretrainConfig compact(String name, PaperMethod method) {
    NetworkConfig network = new NetworkConfig(2, 128, 6, 4, 160, 128, 100, Norm.PRE);
    return new PretrainConfig(
        name,
        prior(method),
        network,
        128,
        TaskSizes.scalable(256, 128),
        method.penalty(.05),
        AdamW.Config.standard(),
        new Schedule(1e-3, .05, 1000),
        20_000,
        50,
        TrainingOptions.standard());
  }
}
