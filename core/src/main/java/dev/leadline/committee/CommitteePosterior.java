package dev.leadline.committee;

import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the committee believes after it has seen the observations. Thread-safe.
 *
 * <p>Members that trail the best by more than the configured cutoff have no say and cost nothing.
 */
public final class CommitteePosterior implements Posterior {

  private final CommitteeConfig config;
  private final EvidenceWeight trust;
  private final Factorisation factorisation;
  private final double[] values;
  private final Evidence evidence;
  private final Forecaster forecaster;

  /**
   * @param trust how far evidence counts in the mixture
   * @param factorisation at the observed points
   * @param awaited points whose values are awaited
   */
  CommitteePosterior(
      CommitteeConfig config,
      EvidenceWeight trust,
      Factorisation factorisation,
      double[] values,
      double[][] awaited) {
    this.config = config;
    this.trust = trust;
    this.factorisation = factorisation;
    this.values = values;
    evidence = Evidence.weigh(config, factorisation, values);
    forecaster =
        awaited.length == 0
            ? new Forecaster(config, factorisation, evidence.members())
            : surer(awaited);
  }

  /* A value that is awaited makes a member surer around its point, whatever it will be, and is expected to be the member's own
  mean there: then the means stay what they are, and so do the weights and scales, which rest on what was observed. */
  private Forecaster surer(double[][] awaited) {
    double[][] points =
        Stream.of(factorisation.points(), awaited).flatMap(Arrays::stream).toArray(double[][]::new);
    List<Integer> heard = evidence.members().stream().map(Member::index).toList();
    double[] variances = Arrays.copyOf(factorisation.variances(), points.length);
    Factorisation wider = factorisation.at(points, variances, heard);
    List<Member> members =
        evidence.members().stream()
            .map(member -> member.with(wider.factor(member.index())))
            .toList();
    return new Forecaster(config, wider, members);
  }

  /** A mixture of normals, one per member that has a say. */
  @Override
  public Predictive at(double[][] points) {
    return forecast(points).predictive(trust);
  }

  /** What it predicts at each observation when that one is left out. */
  public Predictive leftOut() {
    return LeaveOneOut.forecast(factorisation, evidence.members(), values).predictive(trust);
  }

  /** The weight of each member by its evidence, (G), 0 for the silent. */
  double[] weights() {
    double[] weights = new double[config.members()];
    for (Member member : evidence.members()) {
      weights[member.index()] = member.weight();
    }
    return weights;
  }

  Forecast forecast(double[][] points) {
    for (double[] point : points) {
      if (point.length != factorisation.dimensions()) {
        throw new IllegalArgumentException(
            "expected points with %d coordinates but got one with %d"
                .formatted(factorisation.dimensions(), point.length));
      }
    }
    return forecaster.at(points);
  }
}
