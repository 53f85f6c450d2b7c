package dev.leadline.torch.nn;

/**
 * The learning rate over a run: a linear warm-up, then half a cosine to zero.
 *
 * @param peak the largest learning rate
 * @param warmUp the share of the run in which the rate rises
 * @param epochs the number of stairs the run is cut into; the rate is constant on each
 */
public record Schedule(double peak, double warmUp, int epochs) {

  public Schedule {
    if (!(peak > 0) || !(warmUp >= 0 && warmUp < 1) || epochs < 1) {
      throw new IllegalArgumentException(
          "expected a positive peak, a warm-up share in [0, 1) and at least one epoch but got %s,"
                  .formatted(peak)
              + " %s, %d".formatted(warmUp, epochs));
    }
  }

  /**
   * The learning rate at a point of the run.
   *
   * @param progress the share of the run that is done, in [0, 1]
   */
  public double rate(double progress) {
    int epoch = Math.min((int) (progress * epochs + 1e-9), epochs - 1);
    double warmUpEpochs = warmUp * epochs;
    if (epoch < warmUpEpochs) {
      return peak * Math.min(1, (epoch + 1) / warmUpEpochs);
    }
    return peak * 0.5 * (1 + Math.cos(Math.PI * (epoch - warmUpEpochs) / (epochs - warmUpEpochs)));
  }
}
