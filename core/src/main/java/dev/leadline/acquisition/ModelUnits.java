package dev.leadline.acquisition;

import dev.leadline.surrogate.Observations;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Function;

/**
 * The way of observations into the units of a model: values scaled by all of them, inputs measured
 * by a beginning of them.
 *
 * <p>Thread-safe. The units of the last few beginnings are kept, so use one per study; results do
 * not depend on what is kept.
 */
public final class ModelUnits {

  /* The scaling of the values is fitted anew at every step, so units judged by the values of a step would change at every step
  and no factor could be kept. The beginning has a size of its own, a quarter of an octave apart, and is scaled by itself:
  its units are the same whatever follows. */

  private static final int FEWEST = 6;
  private static final int KEPT = 4;

  private final OutputScaling scaling;
  private final Function<Observations, double[]> inputUnits;
  private final Deque<Judged> kept = new ArrayDeque<>();

  /**
   * @param scaling of the values
   * @param inputUnits the units of the inputs by observations on the model's scale; a pure function
   */
  public ModelUnits(OutputScaling scaling, Function<Observations, double[]> inputUnits) {
    this.scaling = scaling;
    this.inputUnits = inputUnits;
  }

  /**
   * Observations in the units of a model.
   *
   * @param observations in these units
   * @param scaling the way of a value there and back
   */
  public record View(Observations observations, OutputScaling.Fitted scaling) {}

  /** Observations in the objective's units, as the model is to see them. */
  public View of(Observations raw) {
    OutputScaling.Fitted fitted = scaling.fit(raw.values());
    Observations scaled = raw.withValues(fitted.toModel(raw.values()));
    int count = beginning(raw.size());
    return new View(count == 0 ? scaled : scaled.withInputUnits(unitsBy(raw.first(count))), fitted);
  }

  /** So many of the first observations say in which units inputs are measured: 6, 8, 10, 12 … */
  public static int beginning(int size) {
    if (size < FEWEST) {
      return 0;
    }
    int count = FEWEST;
    while (count + step(count) <= size) {
      count += step(count);
    }
    return count;
  }

  private static int step(int count) {
    return Math.max(2, Integer.highestOneBit(count) / 4);
  }

  private double[] unitsBy(Observations first) {
    return recalled(first)
        .orElseGet(
            () -> {
              double[] values = scaling.fit(first.values()).toModel(first.values());
              double[] units = inputUnits.apply(first.withValues(values));
              keep(new Judged(first, units));
              return units;
            });
  }

  private synchronized Optional<double[]> recalled(Observations first) {
    Optional<Judged> found = kept.stream().filter(judged -> judged.isBy(first)).findFirst();
    found.ifPresent(
        judged -> {
          kept.remove(judged);
          kept.addFirst(judged);
        });
    return found.map(judged -> judged.units);
  }

  private synchronized void keep(Judged judged) {
    kept.addFirst(judged);
    if (kept.size() > KEPT) {
      kept.removeLast();
    }
  }

  /** Units with the beginning that they were judged by. */
  private static final class Judged {

    private final Observations first;
    private final double[] units;

    Judged(Observations first, double[] units) {
      this.first = first;
      this.units = units;
    }

    boolean isBy(Observations other) {
      return Arrays.equals(first.values(), other.values())
          && Arrays.deepEquals(first.points(), other.points());
    }
  }
}
