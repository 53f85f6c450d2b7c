package dev.leadline.study;

import dev.leadline.acquisition.OutputScaling;
import dev.leadline.acquisition.RoundSearch;
import dev.leadline.committee.Committee;
import dev.leadline.committee.CommitteeConfig;
import java.util.List;

/** The strategies that come with the library, by name. */
public final class Strategies {

  private static final List<String> NAMES = List.of("pfn", "committee", "sobol", "random");

  private Strategies() {}

  /** The names that {@link #named} knows, the default first. */
  public static List<String> names() {
    return NAMES;
  }

  /**
   * A new strategy.
   *
   * @param name one of {@link #names}
   */
  public static Strategy named(String name) {
    return switch (name) {
      case "committee" -> committee();
      case "sobol" -> sobol();
      case "random" -> random();
      default ->
          throw new IllegalArgumentException(
              "expected a strategy of %s but got '%s'".formatted(NAMES, name));
    };
  }

  /** The model that needs no weights. */
  static Model plainModel() {
    return new Model(new Committee(CommitteeConfig.standard()), OutputScaling.ROBUST_LOG);
  }

  /** A Bayesian average of Gaussian processes, without weights and without fitting. */
  public static Strategy committee() {
    return new ModelStrategy(plainModel(), RoundSearch.standard(), sobol());
  }

  /** Points that fill the space evenly, without a model. */
  public static Strategy sobol() {
    return new SobolStrategy();
  }

  /** Points drawn at random, without a model. */
  public static Strategy random() {
    return new RandomStrategy();
  }
}
