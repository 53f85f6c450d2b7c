package dev.leadline.committee;

import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;

/** What the committee believes after it has seen the observations. */
public final class CommitteePosterior implements Posterior {

  CommitteePosterior() {}

  @Override
  public Predictive at(double[][] points) {
    throw new UnsupportedOperationException("under construction");
  }

  /** What the committee says at M points: features (M, 3G + 6), means and deviations. */
  public Opinion opinion(double[][] points) {
    throw new UnsupportedOperationException("under construction");
  }

  /** What it says at each observation when that one is left out: features (N, 3G + 8). */
  public Opinion contextOpinion() {
    throw new UnsupportedOperationException("under construction");
  }
}
