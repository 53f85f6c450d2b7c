package dev.leadline.lengthscale;

import dev.leadline.committee.EvidenceSlopes;
import dev.leadline.scaling.OutputScaling;
import dev.leadline.surrogate.Observations;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the network is told of each input, (D, {@value #COUNT}), from a study and the earlier ones
 * that it learns from. {@code features} in {@code torch/lengths/network.py} is its twin.
 */
final class InputFeatures {

  /* Slopes say in which direction the evidence of processes changes with an input's lengthscale; all that is learned from
  earlier studies is the mean over them. Numbers are near 1: slopes are squashed, counts and widths are logarithms. */

  static final int COUNT = 8 + 4 * 6;

  /** More observations of a study are thinned to so many. */
  private static final int MOST = 128;

  /** Coordinates that are closer are the same. */
  private static final double SAME = 1e-3;

  /** One over the standard deviation of a uniform coordinate, √12. */
  private static final double UNIFORM = 3.46;

  private InputFeatures() {}

  static double[][] of(Observations study) {
    int inputs = study.dimensions();
    Observations own = study.evenly(MOST);
    List<Observations> earlier = study.related().stream().map(InputFeatures::scaled).toList();
    EvidenceSlopes here = slopes(own);
    List<EvidenceSlopes> there = earlier.stream().map(InputFeatures::slopes).toList();
    int told = earlier.stream().mapToInt(Observations::size).sum();
    DoubleStream thereWeights = mean(there.stream().map(EvidenceSlopes::weights).toList());
    double[] common =
        concatenated(
            Arrays.stream(here.weights()),
            thereWeights,
            DoubleStream.of(
                Math.log1p(own.size()) / 4,
                Math.log1p(told) / 5,
                Math.log(inputs) / 3,
                own.size() > 1 ? 1 : 0));
    double[][] features = new double[inputs][];
    for (int j = 0; j < inputs; j++) {
      int input = j;
      double[] places =
          Stream.concat(earlier.stream(), Stream.of(own))
              .flatMapToDouble(some -> coordinates(some, input))
              .sorted()
              .toArray();
      features[j] =
          concatenated(
              DoubleStream.of(
                  deviation(places),
                  different(places),
                  pull(List.of(own), input),
                  pull(earlier, input)),
              Arrays.stream(here.of(input)).map(InputFeatures::squashed),
              mean(there.stream().map(slopes -> slopes.of(input)).toList())
                  .map(InputFeatures::squashed),
              Arrays.stream(common));
    }
    return features;
  }

  private static DoubleStream coordinates(Observations study, int input) {
    return IntStream.range(0, study.size()).mapToDouble(i -> study.coordinate(i, input));
  }

  private static double[] concatenated(DoubleStream... parts) {
    return Arrays.stream(parts).flatMapToDouble(part -> part).toArray();
  }

  private static EvidenceSlopes slopes(Observations scaled) {
    return EvidenceSlopes.of(scaled.dimensions(), scaled.points(), scaled.values());
  }

  /** Number by number, 0 of none. */
  private static DoubleStream mean(List<double[]> rows) {
    double[] mean = new double[EvidenceSlopes.processes()];
    for (double[] row : rows) {
      for (int k = 0; k < mean.length; k++) {
        mean[k] += row[k] / rows.size();
      }
    }
    return Arrays.stream(mean);
  }

  private static Observations scaled(Observations raw) {
    Observations some = raw.evenly(MOST);
    double[] values = some.values();
    return some.withValues(OutputScaling.ROBUST_LOG.fit(values).toModel(values));
  }

  /** How values follow an input: a covariance, shrunk where there are few. */
  private static double pull(List<Observations> studies, int input) {
    double sum = 0;
    int count = 0;
    for (Observations study : studies) {
      for (int i = 0; i < study.size(); i++) {
        sum += study.value(i) * (study.coordinate(i, input) - 0.5) * UNIFORM;
      }
      count += study.size();
    }
    return sum / (count + 2);
  }

  private static double deviation(double[] places) {
    double mean = Arrays.stream(places).average().orElse(0);
    return Math.sqrt(Arrays.stream(places).map(p -> (p - mean) * (p - mean)).average().orElse(0));
  }

  /** The share of neighbours in their order that are apart. */
  private static double different(double[] sorted) {
    int apart = 0;
    for (int i = 1; i < sorted.length; i++) {
      apart += sorted[i] - sorted[i - 1] > SAME ? 1 : 0;
    }
    return sorted.length > 1 ? (double) apart / (sorted.length - 1) : 0;
  }

  private static double squashed(double x) {
    return Math.copySign(Math.log1p(Math.abs(x)), x);
  }
}
