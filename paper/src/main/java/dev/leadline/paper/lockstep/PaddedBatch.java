package dev.leadline.paper.lockstep;

import dev.leadline.acquisition.Scores;
import dev.leadline.surrogate.Observations;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Rows of several runs as one tensor in double precision; short ones are filled up by repeating a
 * centre point.
 */
final class PaddedBatch {

  private PaddedBatch() {}

  /** The points (B, N, D) of runs with equally many observations, in double precision. */
  static Tensor points(List<Observations> runs, Device device) {
    int tasks = runs.size();
    int count = runs.get(0).size();
    runs.forEach(run -> checkSize(run, runs.get(0)));
    double[][][] points = runs.stream().map(Observations::points).toArray(double[][][]::new);
    return Tensor.of(
        flat(points, count, runs.get(0).dimensions()),
        device,
        tasks,
        count,
        runs.get(0).dimensions());
  }

  /** Refuses a run that is not of the size of another. */
  private static void checkSize(Observations run, Observations other) {
    if (run.size() != other.size() || run.dimensions() != other.dimensions()) {
      throw new IllegalArgumentException(
          "expected %d observations of %d inputs in every run but one has %d of %d"
              .formatted(other.size(), other.dimensions(), run.size(), run.dimensions()));
    }
  }

  /** The values (B, N) of runs with equally many observations, in double precision. */
  static Tensor values(List<Observations> runs, Device device) {
    double[] flat = runs.stream().flatMapToDouble(run -> Arrays.stream(run.values())).toArray();
    return Tensor.of(flat, device, runs.size(), runs.get(0).size());
  }

  /** Candidates as (B, M, D) with M the largest number any run has. */
  static Tensor candidates(double[][][] candidates, int dimensions, Device device) {
    int most = longest(candidates);
    return Tensor.of(
        flat(candidates, most, dimensions), device, candidates.length, most, dimensions);
  }

  /** Cuts (B, M) back to each run's own number of candidates. */
  static double[][] unpad(double[] padded, double[][][] candidates) {
    int most = longest(candidates);
    double[][] rows = new double[candidates.length][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = Arrays.copyOfRange(padded, i * most, i * most + candidates[i].length);
    }
    return rows;
  }

  /** The scores of each run's own candidates, from (B, M) acquisition values and means. */
  static List<Scores> scores(double[] acquisition, double[] mean, double[][][] candidates) {
    double[][] values = unpad(acquisition, candidates);
    double[][] means = unpad(mean, candidates);
    return IntStream.range(0, values.length).mapToObj(i -> Scores.of(values[i], means[i])).toList();
  }

  /** The largest number of candidates any run has. */
  private static int longest(double[][][] candidates) {
    return Arrays.stream(candidates).mapToInt(of -> of.length).max().orElse(0);
  }

  private static double[] flat(double[][][] rows, int most, int dimensions) {
    double[] flat = new double[rows.length * most * dimensions];
    Arrays.fill(flat, 0.5);
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < rows[i].length; j++) {
        System.arraycopy(rows[i][j], 0, flat, (i * most + j) * dimensions, dimensions);
      }
    }
    return flat;
  }
}
