package dev.leadline.committee;

import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Surrogate;

/** The Bayesian average of Gaussian processes with fixed hyper-parameters. Thread-safe. */
public final class Committee implements Surrogate {

  private final CommitteeConfig config;

  public Committee(CommitteeConfig config) {
    this.config = config;
  }

  public CommitteeConfig config() {
    return config;
  }

  @Override
  public CommitteePosterior condition(Observations observations) {
    throw new UnsupportedOperationException("under construction");
  }
}
