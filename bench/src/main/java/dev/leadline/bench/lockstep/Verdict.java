package dev.leadline.bench.lockstep;

/** The log expected improvement and the mean of each run's candidates. Owned by its receiver. */
public final class Verdict {

  private final double[][] logImprovement;
  private final double[][] mean;

  /** Takes the arrays over. */
  Verdict(double[][] logImprovement, double[][] mean) {
    this.logImprovement = logImprovement;
    this.mean = mean;
  }

  double[] logImprovement(int run) {
    return logImprovement[run];
  }

  double[] mean(int run) {
    return mean[run];
  }
}
