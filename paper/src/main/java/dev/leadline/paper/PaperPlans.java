package dev.leadline.paper;

import dev.leadline.lab.experiment.PlanSource;
import dev.leadline.lab.experiment.ShippedPlans;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The plans of the paper, and what a full reproduction carries out. Immutable and thread-safe. */
public final class PaperPlans implements PlanSource {

  /** The slice of everything for two cores. */
  static final List<String> QUICK = List.of("quick", "quick-probes", "quick-acquired");

  /** The methods by the paper's letter. */
  private static final List<String> PROTOCOL = List.of("paper", "paper-gp");

  /** The radius of the regulariser, one plan per number of inputs. */
  private static final List<String> ABLATION =
      List.of("ablation-1d", "ablation-2d", "ablation-5d", "ablation-10d");

  /** The methods with networks that learn, what the claims are tested by. */
  static final List<String> FAIR =
      List.of(
          "fair",
          "fair-seeds",
          "fair-half",
          "fair-half-seeds",
          "fair-full",
          "fair-full-seeds",
          "fair-ablation-10d");

  /** Runs that figures are drawn from. */
  private static final List<String> FIGURES = List.of("probes", "acquired");

  /** Today's methods beside the paper's, plans of the benchmark. */
  private static final List<String> TODAY =
      List.of("modern", "shifted", "noisy", "hard", "ill-conditioned", "mixed", "further", "real");

  @Override
  public List<String> names() {
    List<String> names = new ArrayList<>(List.of("smoke"));
    names.addAll(QUICK);
    names.addAll(PROTOCOL);
    names.addAll(ABLATION);
    names.addAll(FAIR);
    names.addAll(FIGURES);
    return names;
  }

  @Override
  public String read(String name) throws IOException {
    return ShippedPlans.resource(PaperPlans.class, name);
  }

  /**
   * The full reproduction, in its order: the paper's protocol, the radii of the regulariser and the
   * networks that learn in pieces, the others whole. Random search and PT run in the protocol, for
   * the radii too.
   */
  static List<String> full(ShippedPlans shipped) {
    List<String> names = new ArrayList<>(shipped.pieces("paper").keySet());
    List<String> done = shipped.named("paper").methods();
    for (String plan : ABLATION) {
      shipped.pieces(plan).entrySet().stream()
          .filter(piece -> !done.containsAll(piece.getValue().methods()))
          .map(Map.Entry::getKey)
          .forEach(names::add);
    }
    FAIR.forEach(plan -> names.addAll(shipped.pieces(plan).keySet()));
    names.addAll(FIGURES);
    names.add("paper-gp");
    names.addAll(TODAY);
    return names;
  }
}
