package dev.leadline.committee;

import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;

/** What the committee believes after it has seen the observations. */
public final class CommitteePosterior implements Posterior {

  private final CommitteeConfig config;

  CommitteePosterior(CommitteeConfig config) {
    this.config = config;
  }

  @Override
  public Predictive at(double[][] points) {
    throw new UnsupportedOperationException("under construction");
  }

  /** What the committee says at M points: features (M, 3G + 6), means and deviations. */
  public Opinion opinion(double[][] points) {
    int m = points.length;
    int width = config.queryFeatures();
    return new Opinion(m, width, new float[m * width], new double[m], new double[m]);
  }

  /** What it says at each observation when that one is left out: features (N, 3G + 8). */
  public Opinion contextOpinion() {
    return new Opinion(0, config.contextFeatures(), new float[0], new double[0], new double[0]);
  }
}
