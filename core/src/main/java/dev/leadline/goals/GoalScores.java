package dev.leadline.goals;

import dev.leadline.acquisition.Acquisition;
import dev.leadline.acquisition.LogWeight;
import dev.leadline.acquisition.Scores;
import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Scores candidates by what all goals together are expected to gain. Immutable. */
public final class GoalScores {

  private final List<Posterior> posteriors;
  private final Optional<ExpectedGain> gain;
  private final Acquisition acquisition;
  private final LogWeight chance;

  /**
   * @param posteriors one per goal
   * @param gain empty if there is no front to enlarge yet: then the chance alone counts
   * @param acquisition how much of their beliefs counts
   * @param chance that a candidate counts at all
   */
  public GoalScores(
      List<Posterior> posteriors,
      Optional<ExpectedGain> gain,
      Acquisition acquisition,
      LogWeight chance) {
    this.posteriors = List.copyOf(posteriors);
    this.gain = gain;
    this.acquisition = acquisition;
    this.chance = chance;
  }

  /**
   * The scores of some candidates. Where beliefs are pooled with second opinions that cost next to
   * nothing, only the shortlist of the second opinions is judged by both.
   */
  public Scores of(double[][] candidates) {
    Optional<List<Predictive>> advice =
        acquisition == Acquisition.POOLED_IMPROVEMENT ? advice(candidates) : Optional.empty();
    if (advice.isEmpty()) {
      return judged(beliefs(candidates), this::whole, chance.of(candidates));
    }
    Scores advised = judged(advice.get(), this::least, chance.of(candidates));
    double[] values = advised.acquisition();
    double[] means = advised.mean();
    int[] places = Scores.shortlist(values);
    double[][] listed = Arrays.stream(places).mapToObj(i -> candidates[i]).toArray(double[][]::new);
    Scores both = judged(beliefs(listed), this::whole, chance.of(listed));
    for (int i = 0; i < places.length; i++) {
      values[places[i]] = both.acquisition()[i];
      means[places[i]] = both.mean()[i];
    }
    return Scores.of(values, means);
  }

  private double whole(List<Distribution> beliefs) {
    return gain.map(found -> found.log(beliefs, acquisition)).orElse(0.0);
  }

  private double least(List<Distribution> advice) {
    return gain.map(found -> found.leastPooled(advice)).orElse(0.0);
  }

  private List<Predictive> beliefs(double[][] candidates) {
    return posteriors.stream().map(posterior -> posterior.at(candidates)).toList();
  }

  private Optional<List<Predictive>> advice(double[][] candidates) {
    List<Predictive> found = new ArrayList<>();
    for (Posterior posterior : posteriors) {
      Optional<Predictive> advice = posterior.advice(candidates);
      if (advice.isEmpty()) {
        return Optional.empty();
      }
      found.add(advice.get());
    }
    return Optional.of(found);
  }

  /** On all cores; each score depends on its own candidate only. */
  private static Scores judged(
      List<Predictive> goals, ToDoubleFunction<List<Distribution>> judge, double[] weight) {
    int count = goals.get(0).size();
    double[] values = new double[count];
    double[] means = new double[count];
    IntStream.range(0, count)
        .parallel()
        .forEach(
            i -> {
              List<Distribution> beliefs = goals.stream().map(goal -> goal.get(i)).toList();
              values[i] = judge.applyAsDouble(beliefs) + weight[i];
              means[i] = beliefs.stream().mapToDouble(Distribution::mean).sum();
            });
    return Scores.of(values, means);
  }
}
