package dev.leadline.study;

import dev.leadline.acquisition.Acquisition;
import dev.leadline.committee.Committee;
import dev.leadline.committee.CommitteeConfig;
import dev.leadline.committee.CommitteeEvidence;
import dev.leadline.committee.EvidenceWeight;
import dev.leadline.committee.RelatedSurrogate;
import dev.leadline.lengthscale.LengthscaleNetwork;
import dev.leadline.pfn.PfnModel;
import dev.leadline.scaling.InputScaling;
import dev.leadline.scaling.ModelUnits;
import dev.leadline.scaling.OutputScaling;
import dev.leadline.search.Design;
import dev.leadline.search.Maximiser;
import dev.leadline.search.Model;
import dev.leadline.search.ModelFree;
import dev.leadline.search.Models;
import dev.leadline.search.StallPolicy;
import dev.leadline.search.Strategy;
import dev.leadline.search.Suggester;
import dev.leadline.space.Space;
import dev.leadline.surrogate.BoundedSurrogate;
import dev.leadline.surrogate.Surrogate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** The strategies that come with the library. A strategy serves one study at a time. */
public final class Strategies {

  /** Models see so many observations; of longer studies the newest, the best and a sample. */
  public static final int MEMORY = 384;

  private static final List<String> NAMES = List.of("network", "committee", "sobol", "random");

  private Strategies() {}

  /** The names that {@link #named} knows. */
  public static List<String> names() {
    return NAMES;
  }

  /**
   * A new strategy.
   *
   * @param name one of {@link #names}
   * @throws UncheckedIOException if the weights of {@code network} are missing or damaged
   */
  public static Strategy named(String name) {
    return switch (name) {
      case "network" -> network();
      case "committee" -> committee();
      case "sobol" -> sobol();
      case "random" -> random();
      default ->
          throw new IllegalArgumentException(
              "expected a strategy of %s but got '%s'".formatted(NAMES, name));
    };
  }

  /**
   * {@link #network} where the shipped weights are on the class path, {@link #committee} elsewhere.
   */
  public static Strategy standard() {
    return named(standardName());
  }

  /** The name of {@link #standard}. */
  public static String standardName() {
    return LengthscaleNetwork.ships() ? "network" : "committee";
  }

  /**
   * The committee, told by the network that comes with the library how far each input reaches.
   *
   * @throws UncheckedIOException if its weights are missing or damaged
   */
  public static Strategy network() {
    try {
      return network(LengthscaleNetwork.shipped());
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  /** The committee, told by a network how far each input reaches. */
  public static Strategy network(LengthscaleNetwork network) {
    return committee(network);
  }

  /** A Bayesian average of Gaussian processes, without weights and without fitting. */
  public static Strategy committee() {
    return committee(InputScaling.EQUAL);
  }

  /** The same with inputs that are measured as something says. */
  private static Suggester committee(InputScaling inputs) {
    return suggester(
        new Models(
            committee(OutputScaling.ROBUST_LOG, EvidenceWeight.HALF, inputs),
            committee(OutputScaling.ROBUST_LOG, EvidenceWeight.WHOLE, inputs),
            () -> limitModel(inputs),
            () -> goalModel(inputs)));
  }

  /**
   * The committee with an acquisition and first points of your own.
   *
   * @param acquisition what makes a candidate attractive where there is one goal
   */
  public static Strategy committee(Acquisition acquisition, Design design) {
    Model model = committee(OutputScaling.ROBUST_LOG, EvidenceWeight.WHOLE, InputScaling.EQUAL);
    return of(
        new Model(model.surrogate(), model.units(), acquisition),
        Maximiser.standard(),
        StallPolicy.standard(),
        design);
  }

  /**
   * The pre-trained network of a model file, which predicts by itself; in spaces with other numbers
   * of inputs than it takes, the committee.
   *
   * @throws UncheckedIOException if the file is missing or damaged
   */
  public static Strategy pfn(Path file) {
    try {
      return pfn(PfnModel.load(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  /** The same of a model that is open; it is closed with the strategy. */
  public static Strategy pfn(PfnModel network) {
    return new PfnStrategy(network);
  }

  /**
   * Suggestions by a surrogate of your own, which sees values with mean 0 and deviation 1; limits
   * and where trials fail are modelled by the committee.
   */
  public static Strategy of(Surrogate surrogate) {
    return of(
        plain(surrogate, OutputScaling.Z_SCORE),
        Maximiser.standard(),
        StallPolicy.standard(),
        Design.of(ModelFree.SOBOL));
  }

  /**
   * Suggestions by a model of your own; limits are modelled by the committee.
   *
   * @param maximiser how the largest expected improvement is found
   * @param stalls what is done when a study stands still
   * @param design the first points, before there is anything to model
   */
  public static Strategy of(Model model, Maximiser maximiser, StallPolicy stalls, Design design) {
    Models models = new Models(model, model, () -> limitModel(InputScaling.EQUAL), () -> model);
    return new Suggester(models, maximiser, stalls, design);
  }

  /** Points that fill the space evenly, without a model. */
  public static Strategy sobol() {
    return ModelFree.SOBOL;
  }

  /** Points drawn at random, without a model. */
  public static Strategy random() {
    return ModelFree.RANDOM;
  }

  /** What a strategy suggests with in a space; where it has no model, what needs no weights. */
  static Suggester suggester(Strategy strategy, Space space) {
    return strategy.suggester(space.dimensions()).orElseGet(() -> committee(InputScaling.EQUAL));
  }

  /** The library's own way to suggest with some models. */
  static Suggester suggester(Models models) {
    return new Suggester(
        models, Maximiser.standard(), StallPolicy.standard(), Design.of(ModelFree.SOBOL));
  }

  /** A model of a surrogate for which all inputs count alike. */
  static Model plain(Surrogate surrogate, OutputScaling scaling) {
    return new Model(
        new RelatedSurrogate(surrogate, scaling, InputScaling.EQUAL),
        new ModelUnits(scaling),
        Acquisition.EXPECTED_IMPROVEMENT);
  }

  /** A new model of a limit, which is told on a scale of its own already. */
  static Model limitModel(InputScaling inputs) {
    return committee(OutputScaling.Z_SCORE, EvidenceWeight.WHOLE, inputs);
  }

  /* The whole range of a goal counts, because the front goes through it, so its low end is never spread. */
  private static Model goalModel(InputScaling inputs) {
    return new Model(
        bounded(
            new Committee(CommitteeConfig.standard(), EvidenceWeight.WHOLE),
            OutputScaling.Z_SCORE,
            inputs),
        new ModelUnits(OutputScaling.Z_SCORE, inputs),
        Acquisition.EXPECTED_IMPROVEMENT);
  }

  private static Model committee(OutputScaling scaling, EvidenceWeight trust, InputScaling inputs) {
    CommitteeConfig config = CommitteeConfig.standard();
    return new Model(
        bounded(new Committee(config, trust), scaling, inputs),
        new ModelUnits(scaling, inputs, new CommitteeEvidence(config)),
        Acquisition.EXPECTED_IMPROVEMENT,
        bounded(new Committee(CommitteeConfig.noisy(), trust), scaling, inputs));
  }

  /** A surrogate that sees so many trials at most, on top of what earlier studies say. */
  private static Surrogate bounded(
      Surrogate surrogate, OutputScaling scaling, InputScaling inputs) {
    return new RelatedSurrogate(new BoundedSurrogate(surrogate, MEMORY), scaling, inputs);
  }
}
