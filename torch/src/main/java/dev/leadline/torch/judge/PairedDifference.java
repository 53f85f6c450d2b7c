package dev.leadline.torch.judge;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The difference of two losses of the same tasks, in nats per point.
 *
 * @param mean its mean over tasks
 * @param error the standard error of the mean
 * @param median its median over tasks, which a few surprises do not move
 */
public record PairedDifference(double mean, double error, double median) {

  /** Of the first tasks of both, as many as the shorter array has. */
  static PairedDifference of(double[] losses, double[] others) {
    double[] differences =
        IntStream.range(0, Math.min(losses.length, others.length))
            .mapToDouble(i -> losses[i] - others[i])
            .sorted()
            .toArray();
    int count = differences.length;
    double mean = Arrays.stream(differences).average().orElse(0);
    double square = Arrays.stream(differences).map(value -> Math.pow(value - mean, 2)).sum();
    return new PairedDifference(
        mean,
        Math.sqrt(square / Math.max(1, count - 1) / count),
        0.5 * (differences[(count - 1) / 2] + differences[count / 2]));
  }
}
