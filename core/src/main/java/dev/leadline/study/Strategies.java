package dev.leadline.study;

import dev.leadline.acquisition.Acquisition;
import dev.leadline.committee.Committee;
import dev.leadline.committee.CommitteeConfig;
import dev.leadline.committee.CommitteeInputScaling;
import dev.leadline.committee.EvidenceWeight;
import dev.leadline.committee.RelatedSurrogate;
import dev.leadline.pfn.PfnModel;
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
import java.util.concurrent.ForkJoinTask;

/** The strategies that come with the library. A strategy serves one study at a time. */
public final class Strategies {

  /** Models see so many observations; of longer studies the newest, the best and a sample. */
  public static final int MEMORY = 384;

  private static final List<String> NAMES = List.of("pfn", "committee", "sobol", "random");
  private static final String SHIPPED = "default";

  private Strategies() {}

  /** The names that {@link #named} knows. */
  public static List<String> names() {
    return NAMES;
  }

  /**
   * A new strategy.
   *
   * @param name one of {@link #names}
   * @throws UncheckedIOException if the weights of {@code pfn} are missing or damaged
   */
  public static Strategy named(String name) {
    return switch (name) {
      case "pfn" -> pfn();
      case "committee" -> committee();
      case "sobol" -> sobol();
      case "random" -> random();
      default ->
          throw new IllegalArgumentException(
              "expected a strategy of %s but got '%s'".formatted(NAMES, name));
    };
  }

  /** {@link #pfn} where the shipped weights are on the class path, {@link #committee} elsewhere. */
  public static Strategy standard() {
    return named(standardName());
  }

  /** The name of {@link #standard}. */
  public static String standardName() {
    return PfnModel.ships(SHIPPED) ? "pfn" : "committee";
  }

  /**
   * The pre-trained network that comes with the library; in spaces with more inputs than it takes,
   * the committee.
   *
   * @throws UncheckedIOException if its weights are missing or damaged
   */
  public static Strategy pfn() {
    return rehearsed(() -> PfnModel.shipped(SHIPPED));
  }

  /**
   * The pre-trained network of a model file; see {@link #pfn()}.
   *
   * @throws UncheckedIOException if the file is missing or damaged
   */
  public static Strategy pfn(Path file) {
    return rehearsed(() -> PfnModel.load(file));
  }

  /** Where a network comes from. */
  @FunctionalInterface
  private interface Source {
    PfnModel load() throws IOException;
  }

  private static Strategy rehearsed(Source source) {
    ForkJoinTask<?> warmup = JitWarmup.start();
    try {
      return pfn(source.load());
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    } finally {
      warmup.join();
    }
  }

  /** A pre-trained network, which is closed with the strategy; see {@link #pfn()}. */
  public static Strategy pfn(PfnModel network) {
    return new PfnStrategy(network);
  }

  /** A Bayesian average of Gaussian processes, without weights and without fitting. */
  public static Strategy committee() {
    return committeeSuggester();
  }

  static Suggester committeeSuggester() {
    return suggester(
        new Models(
            committee(OutputScaling.ROBUST_LOG, EvidenceWeight.HALF),
            committee(OutputScaling.ROBUST_LOG, EvidenceWeight.WHOLE),
            Strategies::limitModel,
            Strategies::goalModel));
  }

  /** The library's own way to suggest with some models. */
  static Suggester suggester(Models models) {
    return new Suggester(
        models, Maximiser.standard(), StallPolicy.standard(), Design.of(ModelFree.SOBOL));
  }

  /**
   * Suggestions by a surrogate of your own, which sees values with mean 0 and deviation 1; limits
   * and where trials fail are modelled by the committee.
   */
  public static Strategy of(Surrogate surrogate) {
    Model model =
        new Model(
            new RelatedSurrogate(surrogate, OutputScaling.Z_SCORE),
            new ModelUnits(OutputScaling.Z_SCORE),
            Acquisition.EXPECTED_IMPROVEMENT);
    return of(model, Maximiser.standard(), StallPolicy.standard(), Design.of(ModelFree.SOBOL));
  }

  /**
   * The committee with an acquisition and first points of your own.
   *
   * @param acquisition what makes a candidate attractive where there is one goal
   */
  public static Strategy committee(Acquisition acquisition, Design design) {
    Model model = committee(OutputScaling.ROBUST_LOG, EvidenceWeight.WHOLE);
    return of(
        new Model(model.surrogate(), model.units(), acquisition),
        Maximiser.standard(),
        StallPolicy.standard(),
        design);
  }

  /**
   * Suggestions by a model of your own; limits are modelled by the committee.
   *
   * @param maximiser how the largest expected improvement is found
   * @param stalls what is done when a study stands still
   * @param design the first points, before there is anything to model
   */
  public static Strategy of(Model model, Maximiser maximiser, StallPolicy stalls, Design design) {
    Models models = new Models(model, model, Strategies::limitModel, () -> model);
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
    return strategy.suggester(space.dimensions()).orElseGet(Strategies::committeeSuggester);
  }

  /** A new model of one of several goals, without weights. */
  static Model goalModel() {
    return new Model(
        bounded(
            new Committee(CommitteeConfig.standard(), EvidenceWeight.WHOLE), OutputScaling.Z_SCORE),
        goalUnits(),
        Acquisition.EXPECTED_IMPROVEMENT);
  }

  /**
   * The units of one of several goals: its whole range counts, because the front goes through it,
   * so neither its low end nor its middle is spread.
   */
  static ModelUnits goalUnits() {
    CommitteeInputScaling judge = new CommitteeInputScaling(CommitteeConfig.standard());
    return new ModelUnits(OutputScaling.Z_SCORE, seen -> judge.inputUnits(seen));
  }

  /** A new model of a limit, which is told on a scale of its own already. */
  static Model limitModel() {
    return committee(OutputScaling.Z_SCORE, EvidenceWeight.WHOLE);
  }

  private static Model committee(OutputScaling scaling, EvidenceWeight trust) {
    CommitteeConfig config = CommitteeConfig.standard();
    return new Model(
        bounded(new Committee(config, trust), scaling),
        new ModelUnits(scaling, new CommitteeInputScaling(config)),
        Acquisition.EXPECTED_IMPROVEMENT,
        bounded(new Committee(CommitteeConfig.noisy(), trust), scaling));
  }

  /** A surrogate that sees so many trials at most, on top of what earlier studies say. */
  static Surrogate bounded(Surrogate surrogate, OutputScaling scaling) {
    return new RelatedSurrogate(new BoundedSurrogate(surrogate, MEMORY), scaling);
  }
}
