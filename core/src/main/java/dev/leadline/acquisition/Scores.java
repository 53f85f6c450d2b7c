package dev.leadline.acquisition;

import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The acquisition values and means of M candidates. Immutable and thread-safe. */
public final class Scores {

  /** One in so many candidates is on the shortlist. */
  private static final int SHARE = 10;

  /** So many candidates are scored on all cores, fewer by the asking thread. */
  private static final int WORTH_SHARING = 512;

  private final double[] acquisition;
  private final double[] mean;
  private final Optional<Predictive> predictive;

  private Scores(double[] acquisition, double[] mean, Optional<Predictive> predictive) {
    this.acquisition = acquisition;
    this.mean = mean;
    this.predictive = predictive;
  }

  /** Scores without the distributions they come from. */
  public static Scores of(double[] acquisition, double[] mean) {
    return new Scores(acquisition.clone(), mean.clone(), Optional.empty());
  }

  /**
   * Scores candidates. Where the acquisition pools a prediction with a second opinion that costs
   * next to nothing, only the shortlist of the second opinion is judged by both.
   */
  public static Scores of(
      Posterior posterior, double[][] candidates, double incumbent, Acquisition acquisition) {
    return weighted(posterior, candidates, incumbent, acquisition, new double[candidates.length]);
  }

  /**
   * Scores candidates of different weight, as {@link #of(Posterior, double[][], double,
   * Acquisition)} does those of equal weight.
   *
   * @param logWeights what is added to the acquisition value of each
   */
  public static Scores weighted(
      Posterior posterior,
      double[][] candidates,
      double incumbent,
      Acquisition acquisition,
      double[] logWeights) {
    Optional<Predictive> base =
        acquisition == Acquisition.POOLED_IMPROVEMENT
            ? posterior.base(candidates)
            : Optional.empty();
    if (base.isEmpty()) {
      return of(posterior.at(candidates), distribution -> acquisition.of(distribution, incumbent))
          .plus(logWeights);
    }
    Scores byBase =
        of(base.get(), prediction -> Acquisition.leastPooled(prediction, incumbent))
            .plus(logWeights);
    int[] places = shortlist(byBase.acquisition);
    double[][] listed = Arrays.stream(places).mapToObj(i -> candidates[i]).toArray(double[][]::new);
    Scores judged =
        of(posterior.at(listed), distribution -> acquisition.of(distribution, incumbent))
            .plus(Arrays.stream(places).mapToDouble(i -> logWeights[i]).toArray());
    return byBase.with(judged, places);
  }

  /** The improvements that the second opinion expects, if there is one, with their weights. */
  public static double[] outline(
      Posterior posterior, double[][] candidates, double incumbent, double[] logWeights) {
    Predictive predictions = posterior.base(candidates).orElseGet(() -> posterior.at(candidates));
    return of(predictions, prediction -> prediction.logExpectedImprovement(incumbent))
        .plus(logWeights)
        .acquisition;
  }

  /** The weights alone, ties by the mean: for candidates that have nothing to better. */
  public static Scores ofWeights(Posterior posterior, double[][] candidates, double[] logWeights) {
    Predictive means = posterior.base(candidates).orElseGet(() -> posterior.at(candidates));
    return of(means, prediction -> 0.0).plus(logWeights);
  }

  private Scores plus(double[] weights) {
    double[] values = new double[weights.length];
    Arrays.setAll(values, i -> acquisition[i] + weights[i]);
    return new Scores(values, mean, predictive);
  }

  /* Each value depends on its own candidate only. Waking another thread takes longer than a round of a search. */
  private static Scores of(Predictive predictive, ToDoubleFunction<Distribution> acquisition) {
    double[] values = new double[predictive.size()];
    double[] mean = new double[predictive.size()];
    IntStream all = IntStream.range(0, predictive.size());
    (predictive.size() < WORTH_SHARING ? all : all.parallel())
        .forEach(
            i -> {
              Distribution distribution = predictive.get(i);
              values[i] = acquisition.applyAsDouble(distribution);
              mean[i] = distribution.mean();
            });
    return new Scores(values, mean, Optional.of(predictive));
  }

  /** The places of the best tenth by the second opinion, the first of equals, increasing. */
  public static int[] shortlist(double[] byBase) {
    double[] loss = Arrays.stream(byBase).map(value -> -value).toArray();
    double[] sorted = loss.clone();
    Arrays.sort(sorted);
    int[] places = new int[(loss.length + SHARE - 1) / SHARE];
    int found = 0;
    int equals = 0;
    for (int i = places.length - 1; i >= 0 && same(sorted[i], sorted[places.length - 1]); i--) {
      equals++;
    }
    for (int i = 0; i < loss.length && found < places.length; i++) {
      double last = sorted[places.length - 1];
      if (Double.compare(loss[i], last) < 0 || (same(loss[i], last) && equals-- > 0)) {
        places[found++] = i;
      }
    }
    return places;
  }

  private static boolean same(double one, double other) {
    return Double.compare(one, other) == 0;
  }

  /** These with others in some places. */
  private Scores with(Scores others, int[] places) {
    double[] values = acquisition.clone();
    double[] means = mean.clone();
    for (int i = 0; i < places.length; i++) {
      values[places[i]] = others.acquisition[i];
      means[places[i]] = others.mean[i];
    }
    Predictive own = predictive.orElseThrow();
    Predictive better = others.predictive.orElseThrow();
    return new Scores(values, means, Optional.of(new Patched(own, better, places)));
  }

  /** Predictions with better ones in some places, increasing. */
  private static final class Patched implements Predictive {

    private final Predictive own;
    private final Predictive better;
    private final int[] places;

    Patched(Predictive own, Predictive better, int[] places) {
      this.own = own;
      this.better = better;
      this.places = places;
    }

    @Override
    public int size() {
      return own.size();
    }

    @Override
    public Distribution get(int index) {
      int place = Arrays.binarySearch(places, index);
      return place < 0 ? own.get(index) : better.get(place);
    }
  }

  public double[] acquisition() {
    return acquisition.clone();
  }

  public double[] mean() {
    return mean.clone();
  }

  /** What is expected of a candidate, in the units of the model, if that is known. */
  public Optional<Distribution> distribution(int candidate) {
    return predictive.map(all -> all.get(candidate));
  }
}
