package dev.leadline.early;

import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Asynchronous successive halving in the form that stops: at the steps {@code first, first·factor,
 * first·factor² …} a trial goes on if it is among the best one in {@code factor} of all that came
 * so far. Immutable and thread-safe.
 *
 * @param first the first rung
 * @param factor one in so many goes on
 */
record SuccessiveHalving(int first, int factor) implements EarlyRule {

  /* A trial is judged at the first report at or after a rung; the others count with what they had reported at that step. Whoever
  comes early meets few others and goes on: the price of not waiting for them. */

  @Override
  public Optional<End> end(Field field) {
    Curve own = field.own().curve();
    if (!isAtRung(own)) {
      return Optional.empty();
    }
    int step = own.lastStep();
    double[] others =
        Stream.concat(field.complete().stream(), field.cut().stream())
            .map(CurveTrial::curve)
            .filter(curve -> curve.lastStep() >= step)
            .map(curve -> curve.until(step))
            .filter(curve -> !curve.isEmpty())
            .mapToDouble(Curve::lastValue)
            .toArray();
    int all = others.length + 1;
    long better = DoubleStream.of(others).filter(value -> value < own.lastValue()).count();
    long places = Math.max(1, all / factor);
    if (all < factor || better < places) {
      return Optional.empty();
    }
    String reason =
        "number %d of %d at step %d, where the first %d go on"
            .formatted(better + 1, all, step, places);
    return Optional.of(new End(own.lastValue(), reason));
  }

  /** Whether the last report is the first one at or beyond a rung. */
  private boolean isAtRung(Curve own) {
    int before = own.size() < 2 ? 0 : own.step(own.size() - 2);
    long rung = first;
    while (rung <= before) {
      rung *= factor;
    }
    return own.lastStep() >= rung;
  }
}
