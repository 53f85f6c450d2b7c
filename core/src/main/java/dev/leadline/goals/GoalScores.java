package dev.leadline.goals;

import dev.leadline.acquisition.Acquisition;
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
  private final ExpectedGain gain;
  private final Acquisition acquisition;

  /**
   * @param posteriors one per goal
   * @param acquisition how much of their beliefs counts
   */
  public GoalScores(List<Posterior> posteriors, ExpectedGain gain, Acquisition acquisition) {
    this.posteriors = List.copyOf(posteriors);
    this.gain = gain;
    this.acquisition = acquisition;
  }

  /**
   * The scores of some candidates. Where beliefs are pooled with second opinions that cost next to
   * nothing, only the shortlist of the second opinions is judged by both.
   */
  public Scores of(double[][] candidates) {
    Optional<List<Predictive>> advice =
        acquisition == Acquisition.POOLED_IMPROVEMENT ? advice(candidates) : Optional.empty();
    if (advice.isEmpty()) {
      return judged(beliefs(candidates), beliefs -> gain.log(beliefs, acquisition));
    }
    Scores advised = judged(advice.get(), gain::leastPooled);
    double[] values = advised.acquisition();
    double[] means = advised.mean();
    int[] places = Scores.shortlist(values);
    double[][] listed = Arrays.stream(places).mapToObj(i -> candidates[i]).toArray(double[][]::new);
    Scores both = judged(beliefs(listed), beliefs -> gain.log(beliefs, acquisition));
    for (int i = 0; i < places.length; i++) {
      values[places[i]] = both.acquisition()[i];
      means[places[i]] = both.mean()[i];
    }
    return Scores.of(values, means);
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
  private static Scores judged(List<Predictive> goals, ToDoubleFunction<List<Distribution>> judge) {
    int count = goals.get(0).size();
    double[] values = new double[count];
    double[] means = new double[count];
    IntStream.range(0, count)
        .parallel()
        .forEach(
            i -> {
              List<Distribution> beliefs = goals.stream().map(goal -> goal.get(i)).toList();
              values[i] = judge.applyAsDouble(beliefs);
              means[i] = beliefs.stream().mapToDouble(Distribution::mean).sum();
            });
    return Scores.of(values, means);
  }
}
