package dev.leadline.torch.pretrain;

/**
 * The mean difference of two losses of the same tasks, in nats per point.
 *
 * @param error its standard error, over tasks
 */
public record PairedDifference(double mean, double error) {

  /** Of the first tasks of both, as many as the shorter array has. */
  static PairedDifference of(double[] losses, double[] others) {
    int count = Math.min(losses.length, others.length);
    double mean = 0;
    for (int i = 0; i < count; i++) {
      mean += (losses[i] - others[i]) / count;
    }
    double square = 0;
    for (int i = 0; i < count; i++) {
      square += Math.pow(losses[i] - others[i] - mean, 2);
    }
    return new PairedDifference(mean, Math.sqrt(square / Math.max(1, count - 1) / count));
  }
}
