package dev.leadline.torch.train;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A distribution of context sizes on a short grid, so that a device meets few shapes. Immutable and
 * thread-safe.
 *
 * @param sizes increasing
 * @param weights one positive weight per size
 */
public record ContextSizes(List<Integer> sizes, List<Double> weights) {

  /** A z-score fitted on fewer points puts some targets hundreds of units away. */
  private static final int FEWEST_SCALED = 6;

  public ContextSizes {
    sizes = List.copyOf(sizes);
    weights = List.copyOf(weights);
    if (sizes.isEmpty() || sizes.size() != weights.size()) {
      throw new IllegalArgumentException(
          "expected one weight per size but got %d sizes and %d weights"
              .formatted(sizes.size(), weights.size()));
    }
    for (int i = 0; i < sizes.size(); i++) {
      boolean ordered = i == 0 ? sizes.get(0) >= 0 : sizes.get(i) > sizes.get(i - 1);
      if (!ordered || !(weights.get(i) > 0)) {
        throw new IllegalArgumentException(
            "expected increasing sizes with positive weights but got %s and %s"
                .formatted(sizes, weights));
      }
    }
  }

  /**
   * P(n) ∝ 1/(N − n) for {@code 0 ≤ n < N}: the number of queries is log-uniform. Each n on its
   * grid.
   */
  public static ContextSizes paper(int points) {
    List<Integer> grid = new ArrayList<>();
    for (int context = 0; context < points / 4; context = next(context)) {
      grid.add(context);
    }
    List<Integer> queries = upTo(points - points / 4);
    for (int i = queries.size() - 1; i >= 0; i--) {
      if (grid.isEmpty() || points - queries.get(i) > grid.get(grid.size() - 1)) {
        grid.add(points - queries.get(i));
      }
    }
    double[] mass = new double[grid.size()];
    for (int n = 0; n < points; n++) {
      mass[nearest(grid, n)] += 1.0 / (points - n);
    }
    return of(grid, mass);
  }

  /** Log-uniform from 1 to the largest size: every factor of two is as likely as any other. */
  public static ContextSizes logUniform(int largest) {
    return logUniform(1, largest);
  }

  /** Log-uniform sizes of contexts that can be scaled: the grid of all, without its beginning. */
  static ContextSizes scalable(int largest) {
    ContextSizes all = logUniform(largest);
    int skipped = (int) all.sizes().stream().filter(size -> size < FEWEST_SCALED).count();
    int end = all.sizes().size();
    return new ContextSizes(all.sizes().subList(skipped, end), all.weights().subList(skipped, end));
  }

  /** Log-uniform from the smallest size to the largest. */
  public static ContextSizes logUniform(int smallest, int largest) {
    if (smallest < 1 || smallest > largest) {
      throw new IllegalArgumentException(
          "expected a smallest size of 1 to %d but got %d".formatted(largest, smallest));
    }
    List<Integer> grid = upTo(largest).stream().filter(size -> size >= smallest).toList();
    double[] mass = new double[grid.size()];
    for (int n = smallest; n <= largest; n++) {
      mass[nearest(grid, n)] += 1.0 / n;
    }
    return of(grid, mass);
  }

  public int draw(RandomGenerator random) {
    return at(random.nextDouble());
  }

  double mean() {
    double sum = 0;
    double total = 0;
    for (int i = 0; i < sizes.size(); i++) {
      sum += weights.get(i) * sizes.get(i);
      total += weights.get(i);
    }
    return sum / total;
  }

  /** The size below which this share of the draws lies. */
  int at(double share) {
    double total = weights.stream().mapToDouble(Double::doubleValue).sum();
    double remaining = share * total;
    for (int i = 0; i < sizes.size() - 1; i++) {
      remaining -= weights.get(i);
      if (remaining < 0) {
        return sizes.get(i);
      }
    }
    return sizes.get(sizes.size() - 1);
  }

  private static ContextSizes of(List<Integer> grid, double[] mass) {
    return new ContextSizes(
        grid, Arrays.stream(mass).mapToObj(share -> Math.max(share, 1e-12)).toList());
  }

  private static List<Integer> upTo(int largest) {
    List<Integer> grid = new ArrayList<>();
    for (int size = 1; size < largest; size = next(size)) {
      grid.add(size);
    }
    grid.add(largest);
    return grid;
  }

  /** 0, 1, 2, 3, 4, 6, 8, 12, 16, 24 …: two steps to every doubling. */
  private static int next(int size) {
    return size < 4 ? size + 1 : size + Integer.highestOneBit(size) / 2;
  }

  private static int nearest(List<Integer> grid, int size) {
    int best = 0;
    for (int i = 1; i < grid.size(); i++) {
      if (Math.abs(grid.get(i) - size) < Math.abs(grid.get(best) - size)) {
        best = i;
      }
    }
    return best;
  }
}
