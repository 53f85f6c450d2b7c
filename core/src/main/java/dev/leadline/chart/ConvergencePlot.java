package dev.leadline.chart;

import dev.leadline.chart.Svg.Anchor;
import dev.leadline.study.Direction;
import dev.leadline.study.Study;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * A picture of a study: every trial's value and the best so far, as SVG. Immutable, thread-safe.
 *
 * @param values one per trial in order; empty where it failed or is beyond a limit
 * @param beyond the values of those beyond a limit, by their place in that order
 * @param baseline the value of the settings of today, if they were tried
 */
public record ConvergencePlot(
    String objective,
    Direction direction,
    List<OptionalDouble> values,
    Map<Integer, Double> beyond,
    OptionalDouble baseline) {

  private static final double WIDTH = 720;
  private static final double HEIGHT = 400;
  private static final String BEST = "class=\"best\"";
  private static final String TRIAL = "class=\"trial\"";
  private static final String BEYOND = "class=\"beyond\"";
  private static final String FAILED = "class=\"failed\"";
  private static final String RULES =
      Chart.RULES
          + """
          .trial { fill: #7f7f7f }
          .beyond { fill: none; stroke: #7f7f7f }
          .failed { fill: none; stroke: #d55e00; stroke-width: 1.5 }
          .baseline { stroke: #009e73; stroke-width: 1.5; stroke-dasharray: 6 4 }
          .best { fill: none; stroke: #0072b2; stroke-width: 2 }
          """;

  public ConvergencePlot {
    values = List.copyOf(values);
    beyond = Map.copyOf(beyond);
  }

  /** The picture of a study as it stands. */
  public static ConvergencePlot of(Study study, String objective) {
    return of(
        objective, study.direction(), study.trials(), study::isSolution, OptionalDouble.empty());
  }

  /**
   * The picture of those trials that are over and were not ended early.
   *
   * @param isSolution of completed trials, whether they keep all limits
   */
  public static ConvergencePlot of(
      String objective,
      Direction direction,
      List<Trial> trials,
      Predicate<Trial> isSolution,
      OptionalDouble baseline) {
    List<OptionalDouble> values = new ArrayList<>();
    Map<Integer, Double> beyond = new HashMap<>();
    for (Trial trial : trials) {
      if (trial.state() == TrialState.COMPLETED && !isSolution.test(trial)) {
        beyond.put(values.size(), trial.value());
        values.add(OptionalDouble.empty());
      } else if (trial.state() == TrialState.COMPLETED) {
        values.add(OptionalDouble.of(trial.value()));
      } else if (trial.state() == TrialState.FAILED) {
        values.add(OptionalDouble.empty());
      }
    }
    return new ConvergencePlot(objective, direction, values, beyond, baseline);
  }

  public String svg() {
    Chart chart = Chart.in(WIDTH, HEIGHT, across(), up());
    Svg svg = new Svg(WIDTH, HEIGHT, RULES);
    List<Integer> leaders = leaders();
    chart.title(svg, objective + best(chart, leaders));
    legend(svg, chart);
    chart.frame(svg, "trial", objective);
    baseline.ifPresent(value -> baseline(svg, chart, value));
    for (int trial = 0; trial < values.size(); trial++) {
      mark(svg, chart, trial);
    }
    if (!leaders.isEmpty()) {
      svg.path(BEST, staircase(chart, leaders), "");
    }
    return svg.finish();
  }

  private static void baseline(Svg svg, Chart chart, double value) {
    double y = chart.y(value);
    String words = "your settings: " + chart.up().label(value);
    svg.line("class=\"baseline\"", chart.left(), y, chart.right(), y);
    svg.text("class=\"key\"", chart.right() - 4, y - 5, Anchor.END, words);
  }

  private Axis across() {
    return Axis.of(Axis.Kind.WHOLE, DoubleStream.of(0, Math.max(1, values.size() - 1)));
  }

  private Axis up() {
    return Axis.of(
        Stream.of(
                values.stream().flatMapToDouble(OptionalDouble::stream),
                beyond.values().stream().mapToDouble(value -> value),
                baseline.stream())
            .flatMapToDouble(part -> part));
  }

  /** The trials that were the best when they ended, in order. */
  private List<Integer> leaders() {
    List<Integer> leaders = new ArrayList<>();
    double best = Double.NaN;
    for (int trial = 0; trial < values.size(); trial++) {
      double value = values.get(trial).orElse(Double.NaN);
      boolean isBetter = direction == Direction.MINIMISE ? value < best : value > best;
      if (isBetter || (Double.isNaN(best) && !Double.isNaN(value))) {
        best = value;
        leaders.add(trial);
      }
    }
    return leaders;
  }

  private double value(int trial) {
    return values.get(trial).orElse(Double.NaN);
  }

  private String best(Chart chart, List<Integer> leaders) {
    if (leaders.isEmpty()) {
      return "";
    }
    int best = leaders.get(leaders.size() - 1);
    return ": best %s in trial %d".formatted(chart.up().label(value(best)), best);
  }

  private void legend(Svg svg, Chart chart) {
    double y = chart.top() - 20;
    double right = chart.right();
    if (!beyond.isEmpty()) {
      double below = chart.bottom() + 34;
      svg.circle(BEYOND, right - 98, below, 3, "");
      svg.text("class=\"key\"", right, below + 4, Anchor.END, "beyond a limit");
    }
    if (values.stream().filter(OptionalDouble::isEmpty).count() > beyond.size()) {
      svg.cross(FAILED, right - 229, y, "");
      svg.text("class=\"key\"", right - 220, y + 4, Anchor.START, "failed");
    }
    svg.circle(TRIAL, right - 155, y, 3, "");
    svg.text("class=\"key\"", right - 146, y + 4, Anchor.START, "trial");
    svg.line(BEST, right - 98, y, right - 74, y);
    svg.text("class=\"key\"", right, y + 4, Anchor.END, "best so far");
  }

  private void mark(Svg svg, Chart chart, int trial) {
    Double outside = beyond.get(trial);
    double value = outside == null ? value(trial) : outside;
    if (Double.isNaN(value)) {
      String failed = "trial %d failed".formatted(trial);
      svg.cross(FAILED, chart.x(trial), chart.bottom() - 5, failed);
    } else {
      String words = "trial %d: %s".formatted(trial, chart.up().label(value));
      String note = outside == null ? "" : ", beyond a limit";
      chart.dot(svg, outside == null ? TRIAL : BEYOND, trial, value, 3, words + note);
    }
  }

  /** The best value so far, to the last trial. */
  private String staircase(Chart chart, List<Integer> leaders) {
    List<Integer> steps = new ArrayList<>(leaders);
    steps.add(values.size() - 1);
    double[] x = steps.stream().mapToDouble(trial -> trial).toArray();
    double[] y = steps.stream().mapToDouble(this::value).toArray();
    y[y.length - 1] = y[y.length - 2];
    return chart.stairs(x, y);
  }
}
