package dev.leadline.chart;

import dev.leadline.study.Front;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialState;
import java.util.List;
import java.util.stream.Stream;

/**
 * A picture of the trials of a study with several goals, its front marked, as SVG: one panel for
 * every two goals. Immutable, thread-safe.
 *
 * @param others the trials that are not on the front
 */
public record FrontPlot(Front front, List<Trial> others) {

  private static final double PANEL = 440;
  private static final double HEIGHT = 400;
  private static final String RULES =
      Chart.RULES
          + """
          .trial { fill: #bbb }
          .front { fill: #0072b2 }
          .line { fill: none; stroke: #0072b2; stroke-width: 1.5 }
          """;

  /** The picture of a study with these trials, those of the front among them. */
  public static FrontPlot of(Front front, List<Trial> trials) {
    return new FrontPlot(
        front,
        trials.stream()
            .filter(trial -> trial.state() == TrialState.COMPLETED && !front.has(trial.number()))
            .filter(trial -> front.values(trial).stream().allMatch(Double::isFinite))
            .toList());
  }

  public String svg() {
    int goals = front.goals().all().size();
    Svg svg = new Svg(PANEL * goals * (goals - 1) / 2, HEIGHT, RULES);
    int drawn = 0;
    for (int across = 0; across < goals; across++) {
      for (int up = across + 1; up < goals; up++) {
        svg.beginGroup(PANEL * drawn, 0);
        Chart chart = Chart.in(PANEL, HEIGHT, axis(across), axis(up));
        if (drawn == 0) {
          int found = front.trials().size();
          String words = "%d of %d trials are on the front";
          chart.title(svg, words.formatted(found, found + others.size()));
        }
        panel(svg, chart, across, up);
        svg.endGroup();
        drawn++;
      }
    }
    return svg.finish();
  }

  private Axis axis(int goal) {
    return Axis.of(
        Stream.concat(front.trials().stream(), others.stream())
            .mapToDouble(trial -> front.values(trial).get(goal)));
  }

  /** Two goals against each other. */
  private void panel(Svg svg, Chart chart, int across, int up) {
    chart.frame(svg, label(across), label(up));
    others.forEach(trial -> dot(svg, chart, trial, across, up));
    if (front.goals().all().size() == 2 && !front.trials().isEmpty()) {
      svg.path("class=\"line\"", chart.stairs(values(across), values(up)), "");
    }
    front.trials().forEach(trial -> dot(svg, chart, trial, across, up));
  }

  private String label(int goal) {
    String[] words = front.goals().all().get(goal).description().split(" ", 2);
    return "%s (%s)".formatted(words[1], words[0]);
  }

  private double[] values(int goal) {
    return front.trials().stream().mapToDouble(trial -> front.values(trial).get(goal)).toArray();
  }

  private void dot(Svg svg, Chart chart, Trial trial, int across, int up) {
    double x = front.values(trial).get(across);
    double y = front.values(trial).get(up);
    boolean isFound = front.has(trial.number());
    chart.dot(
        svg,
        isFound ? "class=\"front\"" : "class=\"trial\"",
        x,
        y,
        isFound ? 4 : 3,
        "trial %d: %s, %s".formatted(trial.number(), chart.across().label(x), chart.up().label(y)));
  }
}
