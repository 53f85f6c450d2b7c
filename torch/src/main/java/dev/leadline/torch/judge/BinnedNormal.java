package dev.leadline.torch.judge;

import dev.leadline.scaling.OutputScaling;
import dev.leadline.surrogate.Buckets;
import dev.leadline.surrogate.StandardNormal;

/**
 * Normal predictions put into buckets: each bucket gets the mass that the prediction has there, and
 * has its own density inside.
 *
 * <p>Of all bar distributions with these buckets it is the one with the least expected loss under
 * the prediction.
 *
 * @param scaling from the units of the prediction to those of the buckets
 */
record BinnedNormal(Buckets buckets, OutputScaling.Fitted scaling) {

  /** The log density at a value, all in the units of the prediction. */
  double logDensity(double value, double mean, double deviation) {
    double z = scaling.toModel(value);
    int bucket = buckets.indexOf(z);
    int last = buckets.count() - 1;
    double from = bucket == 0 ? Double.NEGATIVE_INFINITY : border(bucket, mean, deviation);
    double to = bucket == last ? Double.POSITIVE_INFINITY : border(bucket + 1, mean, deviation);
    return logMass(from, to) + buckets.logDensity(bucket, z) + scaling.logDerivative(value);
  }

  /** The mean negative log density at values with a prediction each. */
  double meanLoss(double[] values, double[] means, double[] variances) {
    double loss = 0;
    for (int i = 0; i < values.length; i++) {
      loss -= logDensity(values[i], means[i], Math.sqrt(variances[i])) / values.length;
    }
    return loss;
  }

  /** A border in standard deviations from the mean. */
  private double border(int index, double mean, double deviation) {
    return (scaling.fromModel(buckets.lower(index)) - mean) / deviation;
  }

  /** ln(Φ(to) − Φ(from)) for from < to, either of which may be infinite. */
  static double logMass(double from, double to) {
    if (from > 0) {
      return logMass(-to, -from);
    }
    double upper = StandardNormal.logCdf(to);
    if (from == Double.NEGATIVE_INFINITY) {
      return upper;
    }
    return upper + Math.log(-Math.expm1(StandardNormal.logCdf(from) - upper));
  }
}
