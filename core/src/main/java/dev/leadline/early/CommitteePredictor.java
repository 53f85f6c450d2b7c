package dev.leadline.early;

import dev.leadline.committee.Committee;
import dev.leadline.committee.CommitteeConfig;
import dev.leadline.committee.CommitteePosterior;
import dev.leadline.committee.EnsembleFeatures;
import dev.leadline.committee.InputUnits;
import dev.leadline.surrogate.Observations;
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
    Observations plain =
        new Observations(
                own.length, points, Arrays.stream(ends).map(e -> (e - middle) / spread).toArray())
            .withDeviations(Arrays.stream(deviations).map(d -> d / spread).toArray());
    Observations seen = plain.withInputUnits(new InputUnits(config).of(plain));
    CommitteePosterior posterior = new Committee(config).condition(seen);
    EnsembleFeatures others = posterior.contextOpinion();
    EnsembleFeatures asked = posterior.opinion(new double[][] {own});
    double[] mean = Arrays.copyOf(others.mean(), complete + 1);
    double[] deviation = Arrays.copyOf(others.deviation(), complete + 1);
    mean[complete] = asked.mean()[0];
    deviation[complete] = asked.deviation()[0];
    return new Guesses(
        Arrays.stream(mean).map(m -> middle + spread * m).toArray(),
        Arrays.stream(deviation).map(d -> spread * Math.max(LEAST, d)).toArray());
  }
}
