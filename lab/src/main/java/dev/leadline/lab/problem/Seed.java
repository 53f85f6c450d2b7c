package dev.leadline.lab.problem;

import dev.leadline.search.SobolSequence;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A seed derived from names and numbers: the same on every machine, different for different keys.
 */
public final class Seed {

  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private Seed() {}

  /** A 64-bit hash of the key's characters and of the numbers, in this order. */
  public static long of(String key, long... numbers) {
    long hash = FNV_OFFSET;
    for (int i = 0; i < key.length(); i++) {
      hash = (hash ^ key.charAt(i)) * FNV_PRIME;
    }
    for (long number : numbers) {
      hash = mix(hash ^ mix(number + FNV_OFFSET));
    }
    return mix(hash);
  }

  /** A stream of its own for the key and the numbers. */
  public static SplittableRandom stream(String key, long... numbers) {
    return new SplittableRandom(of(key, numbers));
  }

  /** The first points of a Sobol sequence scrambled by the key and the numbers. */
  static double[][] sobol(int count, int dimensions, String key, long... numbers) {
    SobolSequence sequence = new SobolSequence(dimensions, stream(key, numbers));
    return IntStream.range(0, count).mapToObj(sequence::point).toArray(double[][]::new);
  }

  /** Rows of numbers as JSON wants them. */
  public static List<List<Double>> lists(List<double[]> rows) {
    return rows.stream().map(row -> DoubleStream.of(row).boxed().toList()).toList();
  }

  private static long mix(long value) {
    long z = (value ^ (value >>> 33)) * 0xff51afd7ed558ccdL;
    z = (z ^ (z >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return z ^ (z >>> 33);
  }
}
