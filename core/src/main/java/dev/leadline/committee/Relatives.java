package dev.leadline.committee;

import dev.leadline.scaling.InputScaling;
import dev.leadline.scaling.OutputScaling;
import dev.leadline.surrogate.Observations;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/** Earlier studies of the same inputs, each with its own likeness to a study. Thread-safe. */
public final class Relatives {

  private static final double NEXT_TO_NOTHING = 0.01;

  /** What a point takes, in multiplications, for each study. */
  private static final int PER_POINT = 1000;

  private final List<Observations> seen;
  private final List<EarlierStudy> studies;
  private final AtomicReference<Factorisation> latest = new AtomicReference<>();

  /**
   * @param seen by each of them, in units of its own
   * @param scaling of its values
   * @param inputs the units of its inputs
   */
  public Relatives(List<Observations> seen, OutputScaling scaling, InputScaling inputs) {
    this.seen = seen;
    this.studies = seen.stream().map(one -> new EarlierStudy(one, scaling, inputs)).toList();
  }

  /** Whether these are made of others' observations. */
  boolean areOf(List<Observations> others) {
    return seen.size() == others.size()
        && IntStream.range(0, seen.size())
            .allMatch(
                j ->
                    Arrays.equals(seen.get(j).values(), others.get(j).values())
                        && Arrays.deepEquals(seen.get(j).points(), others.get(j).points()));
  }

  /** The likeness of each to a study, in [−0.9, 0.99]; before it has values what is usual. */
  public double[] likeness(Observations study) {
    return likeness(values(study));
  }

  private Likeness.Values values(Observations study) {
    Likeness.Values values = new Likeness.Values(study, latest.get());
    latest.set(values.factorisation());
    return values;
  }

  private double[] likeness(Likeness.Values values) {
    return studies.stream()
        .mapToDouble(one -> values.to(one.at(values.points())).correlation())
        .toArray();
  }

  /** What is expected of the study by all of them together. */
  Expected expected(Observations study) {
    /* Each earlier study is taken for this one times ρ and a rest of its own, of variance 1 − ρ²: then what all say together is
     * their sum by ρ/(1 − ρ²), here with variance 1. How far that is to be believed, the values say once more. */
    Likeness.Values values = values(study);
    double[] correlations = likeness(values);
    double[] shares = Arrays.stream(correlations).map(rho -> rho / (1 - rho * rho)).toArray();
    double told =
        IntStream.range(0, shares.length).mapToDouble(j -> shares[j] * correlations[j]).sum();
    double size = Math.sqrt(told * (1 + told));
    Arrays.setAll(shares, j -> size > 0 ? shares[j] / size : 0);
    return new Expected(shares, values.to(together(shares, values.points())));
  }

  private double[] together(double[] shares, double[][] points) {
    int[] heard =
        IntStream.range(0, shares.length)
            .filter(j -> Math.abs(shares[j]) > NEXT_TO_NOTHING)
            .toArray();
    double[][] expected = new double[heard.length][];
    ParallelFor.run(
        heard.length,
        (long) heard.length * points.length * PER_POINT,
        h -> expected[h] = studies.get(heard[h]).at(points));
    double[] sum = new double[points.length];
    for (int h = 0; h < heard.length; h++) {
      VectorLoops.addScaled(sum, expected[h], shares[heard[h]], points.length);
    }
    return sum;
  }

  /** What is expected of each place, and the deviation of the rest. */
  final class Expected {

    private final double[] shares;
    private final Likeness likeness;

    Expected(double[] shares, Likeness likeness) {
      this.shares = shares;
      this.likeness = likeness;
    }

    double[] at(double[][] points) {
      return Arrays.stream(together(shares, points))
          .map(value -> likeness.offset() + likeness.slope() * value)
          .toArray();
    }

    double rest() {
      return likeness.rest();
    }
  }
}
