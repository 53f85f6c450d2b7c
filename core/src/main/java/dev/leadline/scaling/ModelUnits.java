package dev.leadline.scaling;

import dev.leadline.surrogate.Observations;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;

/**
 * The way of observations into the units of a model: values scaled by all of them; whether their
 * low end is spread, and the units of the inputs, judged by a beginning of them.
 *
 * <p>Thread-safe. The units of the last few beginnings are kept, so use one per study; results do
 * not depend on what is kept.
 */
public final class ModelUnits {

  /* The scaling of the values is fitted anew at every step, so units judged by the values of a step would change at every step
  and no factor could be kept. The beginning has a size of its own, a quarter of an octave apart, and is scaled by itself:
  its units are the same whatever follows. */

  private static final int FEWEST = 6;
  private static final int MOST = 128;
  private static final int KEPT = 4;

  private final OutputScaling scaling;
  private final InputScaling inputs;
  private final Optional<ScalingEvidence> evidence;
  private final Deque<Judged> kept = new ArrayDeque<>();

  /**
   * Units in which the low end of values is spread where that explains them better.
   *
   * @param scaling of the values
   * @param inputs the units of the inputs
   * @param evidence for values that are spread
   */
  public ModelUnits(OutputScaling scaling, InputScaling inputs, ScalingEvidence evidence) {
    this(scaling, inputs, Optional.of(evidence));
  }

  /** Units in which the low end of values is never spread. */
  public ModelUnits(OutputScaling scaling, InputScaling inputs) {
    this(scaling, inputs, Optional.empty());
  }

  /** The same with all inputs alike. */
  public ModelUnits(OutputScaling scaling) {
    this(scaling, InputScaling.EQUAL);
  }

  private ModelUnits(
      OutputScaling scaling, InputScaling inputs, Optional<ScalingEvidence> evidence) {
    this.scaling = scaling;
    this.inputs = inputs;
    this.evidence = evidence;
  }

  /** How values are scaled. */
  public OutputScaling scaling() {
    return scaling;
  }

  /** How inputs are measured. */
  public InputScaling inputs() {
    return inputs;
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
    int count = beginning(raw.size());
    boolean unknown = count == 0 && raw.related().isEmpty();
    Judged judged =
        unknown ? new Judged(raw, LowEnd.AS_IS, raw.inputUnits()) : judgedBy(raw.first(count));
    OutputScaling.Fitted fitted = scaling.fit(raw.values(), judged.lowEnd);
    return new View(fitted.toModel(raw).withInputUnits(judged.units), fitted);
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

  private Judged judgedBy(Observations first) {
    return recalled(first)
        .orElseGet(
            () -> {
              LowEnd lowEnd =
                  evidence
                      .filter(any -> first.size() > 0)
                      .map(explained -> LowEnd.best(scaling, first.evenly(MOST), explained))
                      .orElse(LowEnd.AS_IS);
              OutputScaling.Fitted fitted = scaling.fit(first.values(), lowEnd);
              double[] units = inputs.inputUnits(fitted.toModel(first));
              Judged judged = new Judged(first, lowEnd, units);
              keep(judged);
              return judged;
            });
  }

  private synchronized Optional<Judged> recalled(Observations first) {
    Optional<Judged> found = kept.stream().filter(judged -> judged.isBy(first)).findFirst();
    found.ifPresent(
        judged -> {
          kept.remove(judged);
          kept.addFirst(judged);
        });
    return found;
  }

  private synchronized void keep(Judged judged) {
    kept.addFirst(judged);
    if (kept.size() > KEPT) {
      kept.removeLast();
    }
  }

  /** The units with the beginning that they were judged by. */
  private static final class Judged {

    private final Observations first;
    private final LowEnd lowEnd;
    private final double[] units;

    Judged(Observations first, LowEnd lowEnd, double[] units) {
      this.first = first;
      this.lowEnd = lowEnd;
      this.units = units;
    }

    boolean isBy(Observations other) {
      return Arrays.equals(first.values(), other.values())
          && Arrays.equals(first.deviations(), other.deviations())
          && Arrays.deepEquals(first.points(), other.points());
    }
  }
}
