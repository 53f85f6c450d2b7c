package dev.leadline.early;

import dev.leadline.committee.Committee;
import dev.leadline.committee.CommitteeConfig;
import dev.leadline.committee.CommitteePosterior;
import dev.leadline.committee.EvidenceWeight;
import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Predictive;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;

/** A committee of Gaussian processes over the configurations of a study. Thread-safe. */
final class CommitteePredictor implements FinalValuePredictor {

  /* The same is asked again at every look at a running trial, so the last answers are kept. */

  /** So many answers are kept: enough for some running trials. */
  private static final int KEPT = 32;

  /** So many of the trials that were ended early are seen at most: the last ones. */
  private static final int MOST = 40;

  private static final double LEAST = 1e-3;

  private final CommitteeConfig config = CommitteeConfig.standard();
  private final Map<List<Object>, Guesses> kept =
      new LinkedHashMap<>(2 * KEPT, 0.75f, true) { // the one that was asked for longest ago goes
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<List<Object>, Guesses> eldest) {
          return size() > KEPT;
        }
      };

  @Override
  public Guesses guess(
      CurveTrial own, List<CurveTrial> complete, List<CurveTrial> cut, DoubleUnaryOperator units) {
    List<CurveTrial> stopped = cut.stream().filter(c -> c.end().isPresent()).toList();
    List<CurveTrial> all =
        Stream.concat(complete.stream(), stopped.stream().skip(Math.max(0, stopped.size() - MOST)))
            .toList();
    double[] ends = all.stream().mapToDouble(c -> c.end().orElseThrow()).map(units).toArray();
    double[] deviations = all.stream().mapToDouble(c -> deviation(c, units)).toArray();
    double[][] points = all.stream().map(CurveTrial::point).toArray(double[][]::new);
    List<Object> question =
        List.of(
            complete.size(),
            boxed(own.point()),
            boxed(ends),
            boxed(deviations),
            Arrays.stream(points).map(CommitteePredictor::boxed).toList());
    synchronized (kept) {
      return kept.computeIfAbsent(
          question, asked -> guess(own.point(), complete.size(), points, ends, deviations));
    }
  }

  private static double deviation(CurveTrial course, DoubleUnaryOperator units) {
    double end = course.end().orElseThrow();
    double above = units.applyAsDouble(end + course.deviation());
    return (above - units.applyAsDouble(end - course.deviation())) / 2;
  }

  private static List<Double> boxed(double[] values) {
    return Arrays.stream(values).boxed().toList();
  }

  private Guesses guess(
      double[] own, int complete, double[][] points, double[] ends, double[] deviations) {
    double middle = Arrays.stream(ends).average().orElseThrow();
    double square = Arrays.stream(ends).map(e -> (e - middle) * (e - middle)).sum();
    double spread = LEAST + Math.sqrt(square / ends.length);
    Observations seen =
        new Observations(
                own.length, points, Arrays.stream(ends).map(e -> (e - middle) / spread).toArray())
            .withDeviations(Arrays.stream(deviations).map(d -> d / spread).toArray());
    CommitteePosterior posterior = new Committee(config, EvidenceWeight.WHOLE).condition(seen);
    Predictive others = posterior.leftOut();
    Predictive asked = posterior.at(new double[][] {own});
    Distribution[] expected = new Distribution[complete + 1];
    Arrays.setAll(expected, i -> i < complete ? others.get(i) : asked.get(0));
    return new Guesses(
        Arrays.stream(expected).mapToDouble(e -> middle + spread * e.mean()).toArray(),
        Arrays.stream(expected)
            .mapToDouble(e -> spread * Math.max(LEAST, Math.sqrt(e.variance())))
            .toArray());
  }
}
