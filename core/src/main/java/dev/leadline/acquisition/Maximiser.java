package dev.leadline.acquisition;

import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Finds the point of largest acquisition value. Immutable and thread-safe; the same arguments give
 * the same point on any number of cores.
 *
 * @param search where to look
 * @param incumbent what to better
 * @param acquisition what makes a candidate attractive
 */
public record Maximiser(Search search, Incumbent incumbent, Acquisition acquisition) {

  /**
   * Runs one search.
   *
   * @param posterior a surrogate conditioned on the observations
   * @throws NoCandidateException if the domain allowed no candidate at all
   */
  public Proposal maximise(
      Posterior posterior, Domain domain, Observations observations, RandomGenerator random) {
    double toBetter = incumbent.of(observations, posterior);
    Search.Run run = search.start(domain, observations, random);
    List<double[][]> asked = new ArrayList<>();
    List<Predictive> answers = new ArrayList<>();
    for (double[][] candidates = run.propose(); candidates.length > 0; candidates = run.propose()) {
      Predictive predictive = posterior.at(candidates);
      Scores scores = Scores.of(predictive, toBetter, acquisition);
      run.score(scores.acquisition(), scores.mean());
      asked.add(candidates);
      answers.add(predictive);
    }
    double[] best = run.best();
    for (int round = 0; round < asked.size(); round++) {
      int index = indexOf(best, asked.get(round));
      if (index >= 0) {
        return new Proposal(best, toBetter, answers.get(round).get(index));
      }
    }
    throw new IllegalStateException("expected the best of the candidates but got another point");
  }

  private static int indexOf(double[] point, double[][] points) {
    for (int i = 0; i < points.length; i++) {
      if (Arrays.equals(point, points[i])) {
        return i;
      }
    }
    return -1;
  }
}
