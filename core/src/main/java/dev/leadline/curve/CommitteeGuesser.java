package dev.leadline.curve;

import dev.leadline.committee.Committee;
import dev.leadline.committee.CommitteeConfig;
import dev.leadline.committee.CommitteePosterior;
import dev.leadline.committee.InputUnits;
import dev.leadline.committee.Opinion;
import dev.leadline.surrogate.Observations;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A committee of Gaussian processes over the configurations of a study. Thread-safe. */
final class CommitteeGuesser implements Guesser {

  /* The same trials are asked for again at every report of a running one, so the last answer is kept. */

  /** So many of the trials that were ended early are seen at most: the last ones. */
  private static final int MOST = 40;

  private static final double LEAST = 1e-3;

  private final CommitteeConfig config = CommitteeConfig.standard();
  private volatile @Nullable Answer last;

  /** A question in the units of the committee and its answer. */
  private record Answer(List<Object> question, Guesses guesses) {}

  @Override
  public Guesses guess(
      Course own, List<Course> complete, List<Course> cut, DoubleUnaryOperator units) {
    List<Course> stopped = cut.stream().filter(c -> c.end().isPresent()).toList();
    List<Course> all =
        Stream.concat(complete.stream(), stopped.stream().skip(Math.max(0, stopped.size() - MOST)))
            .toList();
    double[] ends = all.stream().mapToDouble(c -> c.end().orElseThrow()).map(units).toArray();
    double[][] points = all.stream().map(Course::point).toArray(double[][]::new);
    List<Object> question =
        List.of(
            complete.size(),
            Arrays.toString(ends),
            Arrays.deepToString(points),
            Arrays.toString(own.point()));
    Answer known = last;
    if (known == null || !known.question.equals(question)) {
      known = new Answer(question, guess(own.point(), complete.size(), points, ends));
      last = known;
    }
    return known.guesses;
  }

  private Guesses guess(double[] own, int complete, double[][] points, double[] ends) {
    double middle = Arrays.stream(ends).average().orElseThrow();
    double square = Arrays.stream(ends).map(e -> (e - middle) * (e - middle)).sum();
    double spread = LEAST + Math.sqrt(square / ends.length);
    Observations plain =
        new Observations(
            own.length, points, Arrays.stream(ends).map(e -> (e - middle) / spread).toArray());
    Observations seen = plain.withInputUnits(new InputUnits(config).of(plain));
    CommitteePosterior posterior = new Committee(config).condition(seen);
    Opinion others = posterior.contextOpinion();
    Opinion asked = posterior.opinion(new double[][] {own});
    double[] mean = Arrays.copyOf(others.mean(), complete + 1);
    double[] deviation = Arrays.copyOf(others.deviation(), complete + 1);
    mean[complete] = asked.mean()[0];
    deviation[complete] = asked.deviation()[0];
    return new Guesses(
        Arrays.stream(mean).map(m -> middle + spread * m).toArray(),
        Arrays.stream(deviation).map(d -> spread * Math.max(LEAST, d)).toArray());
  }
}
