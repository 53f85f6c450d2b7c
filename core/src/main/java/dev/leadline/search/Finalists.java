package dev.leadline.search;

import dev.leadline.scaling.OutputScaling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The evaluated places of a study with what was seen there: who leads once a model has said what it
 * expects of each, and who is to be evaluated again. Immutable and thread-safe.
 */
public final class Finalists {

  /* Where the values seen at a place differ from the median expected there, the model holds the difference for noise. Of a
   * function that is rougher than the model believes, part of it is real: a sharp minimum would be passed over for a smooth
   * neighbourhood. So of one value a fifth of the difference counts; more would follow luck again, benchmarks/2026-11-15-noise
   * compares. The mean of n values counts n/(n + 4): a place that was seen often speaks for itself. */

  private static final double DOUBT = 4;

  /** So many are compared at the end. */
  private static final int COUNT = 3;

  private final List<Place> places;

  private Finalists(List<Place> places) {
    this.places = places;
  }

  /** The places of all trials with a value of their own, in the order of their first trials. */
  public static Finalists of(History history, OutputScaling.Fitted scaling) {
    List<Place> places = new ArrayList<>();
    for (FinishedTrial trial : history.finished()) {
      if (!trial.failed() && !trial.isExpected()) {
        double[] point = trial.point();
        Place place =
            places.stream()
                .filter(known -> Arrays.equals(known.point, point))
                .findFirst()
                .orElseGet(
                    () -> {
                      Place added = new Place(trial.trial(), point);
                      places.add(added);
                      return added;
                    });
        place.values++;
        place.sum += scaling.toModel(trial.value());
        place.total += trial.value();
      }
    }
    return new Finalists(places);
  }

  /** The places, one per row. */
  public double[][] points() {
    return places.stream().map(place -> place.point.clone()).toArray(double[][]::new);
  }

  /** The first trial at a place. */
  public int trial(int place) {
    return places.get(place).trial;
  }

  /** The mean of the values seen at a place, in the units of the history. */
  public double mean(int place) {
    return places.get(place).total / places.get(place).values;
  }

  /**
   * The place that is best by expectation and values together, the first of equals.
   *
   * @param medians what a model expects of each place, in its units
   */
  public int leader(double[] medians) {
    return ranked(medians).get(0);
  }

  /**
   * The one of the first three places that was seen least often, the better of equals: a place that
   * does not keep what it promised falls behind, and the next takes its turn.
   *
   * @param medians what a model expects of each place, in its units
   * @param allowed which places may be evaluated now
   */
  Optional<double[]> next(double[] medians, Predicate<double[]> allowed) {
    return ranked(medians).stream()
        .limit(COUNT)
        .map(places::get)
        .filter(place -> allowed.test(place.point))
        .min(Comparator.comparingInt(place -> place.values))
        .map(place -> place.point.clone());
  }

  private List<Integer> ranked(double[] medians) {
    return IntStream.range(0, places.size())
        .boxed()
        .sorted(Comparator.comparingDouble(i -> places.get(i).standing(medians[i])))
        .toList();
  }

  /** A place with the values seen there; filled once. */
  private static final class Place {

    final int trial;
    final double[] point;
    int values;
    double sum;
    double total;

    Place(int trial, double[] point) {
      this.trial = trial;
      this.point = point;
    }

    double standing(double median) {
      return median + (sum - values * median) / (values + DOUBT);
    }
  }
}
