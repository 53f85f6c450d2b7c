package dev.leadline.search;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * A scrambled Sobol sequence: points that fill the unit cube more evenly than random ones.
 * Immutable and thread-safe.
 */
public final class SobolSequence {

  /*
   * Direction numbers of Joe and Kuo. Scrambled by a random lower triangular binary matrix and a random digital shift
   * per dimension (Matoušek), which keeps every run of 2^k points as evenly spread as before. Coordinates beyond the
   * 64th are plain random numbers: nobody can afford the points that would make them better.
   */
  private static final int BITS = 32;

  private static final int TABULATED = 64;
  private static final List<int[]> RECURRENCES = readRecurrences();

  private final int dimensions;
  private final int[][] directions; // (min(D, 64), 32)
  private final int[] shift;
  private final long salt;

  /** The sequence with a scrambling drawn from the generator. */
  public SobolSequence(int dimensions, RandomGenerator random) {
    this(
        dimensions,
        scrambled(tabulated(dimensions), random),
        shifts(dimensions, random),
        random.nextLong());
  }

  private SobolSequence(int dimensions, int[][] directions, int[] shift, long salt) {
    this.dimensions = dimensions;
    this.directions = directions;
    this.shift = shift;
    this.salt = salt;
  }

  /** The sequence as the literature lists it, but for half a cell: the first point is near 0. */
  static SobolSequence unscrambled(int dimensions) {
    int[][] directions = tabulated(dimensions);
    return new SobolSequence(dimensions, directions, new int[directions.length], 0);
  }

  /**
   * The point with this index, strictly inside the cube.
   *
   * @param index from 0; the first 2^k points of any k are evenly spread
   */
  public double[] point(int index) {
    if (index < 0) {
      throw new IllegalArgumentException("expected an index of at least 0 but was " + index);
    }
    double[] point = new double[dimensions];
    for (int d = 0; d < directions.length; d++) {
      int digits = shift[d];
      for (int rest = index; rest != 0; rest &= rest - 1) {
        digits ^= directions[d][Integer.numberOfTrailingZeros(rest)];
      }
      point[d] = (Integer.toUnsignedLong(digits) + 0.5) * 0x1p-32;
    }
    if (dimensions > TABULATED) {
      SplittableRandom random = new SplittableRandom(salt ^ Long.reverse(index));
      for (int d = TABULATED; d < dimensions; d++) {
        point[d] = random.nextDouble();
      }
    }
    return point;
  }

  private static int[][] tabulated(int dimensions) {
    if (dimensions < 1) {
      throw new IllegalArgumentException("expected at least 1 dimension but was " + dimensions);
    }
    int[][] directions = new int[Math.min(dimensions, TABULATED)][];
    for (int d = 0; d < directions.length; d++) {
      directions[d] = d == 0 ? firstDimension() : directions(RECURRENCES.get(d - 1));
    }
    return directions;
  }

  private static int[] firstDimension() {
    int[] direction = new int[BITS];
    for (int bit = 0; bit < BITS; bit++) {
      direction[bit] = 1 << (BITS - 1 - bit);
    }
    return direction;
  }

  /** v_k = a_1 v_{k−1} ⊕ … ⊕ a_{s−1} v_{k−s+1} ⊕ v_{k−s} ⊕ (v_{k−s} >> s). */
  private static int[] directions(int[] recurrence) {
    int polynomial = recurrence[0];
    int degree = recurrence.length - 1;
    int[] v = new int[BITS];
    for (int k = 0; k < BITS; k++) {
      if (k < degree) {
        v[k] = recurrence[k + 1] << (BITS - 1 - k);
        continue;
      }
      v[k] = v[k - degree] ^ (v[k - degree] >>> degree);
      for (int i = 1; i < degree; i++) {
        if ((polynomial >> (degree - i) & 1) == 1) {
          v[k] ^= v[k - i];
        }
      }
    }
    return v;
  }

  private static int[][] scrambled(int[][] directions, RandomGenerator random) {
    for (int[] direction : directions) {
      int[] rows = new int[BITS];
      for (int bit = 0; bit < BITS; bit++) {
        int above = bit == BITS - 1 ? 0 : -1 << (bit + 1);
        rows[bit] = (random.nextInt() & above) | 1 << bit;
      }
      for (int k = 0; k < BITS; k++) {
        int digits = 0;
        for (int bit = 0; bit < BITS; bit++) {
          digits |= (Integer.bitCount(rows[bit] & direction[k]) & 1) << bit;
        }
        direction[k] = digits;
      }
    }
    return directions;
  }

  private static int[] shifts(int dimensions, RandomGenerator random) {
    return random.ints(Math.min(dimensions, TABULATED)).toArray();
  }

  private static List<int[]> readRecurrences() {
    String name = "sobol-directions.txt";
    try (InputStream file =
            Objects.requireNonNull(SobolSequence.class.getResourceAsStream(name), name);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(file, StandardCharsets.US_ASCII))) {
      return lines
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> Arrays.stream(line.split(" ")).mapToInt(Integer::parseInt).toArray())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
