package dev.leadline.app.report;

import dev.leadline.study.Front;
import dev.leadline.study.Goal;
import dev.leadline.study.TrialRecord;
import dev.leadline.study.TrialState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A picture of the trials of a study with several goals, its front marked, as SVG: one panel for
 * every two goals. Immutable, thread-safe.
 */
public final class FrontPlot {

  private static final double PANEL = 440;
  private static final double HEIGHT = 400;
  private static final PlotArea AREA = PlotArea.in(PANEL, HEIGHT);
  private static final String STYLE =
      Svg.style(
          """
          .trial { fill: #bbb }
          .front { fill: #0072b2 }
          .line { fill: none; stroke: #0072b2; stroke-width: 1.5 }
          """);

  private final Front front;
  private final List<TrialRecord> others;

  /**
   * @param trials all trials of the study, those of the front among them
   */
  public FrontPlot(Front front, List<TrialRecord> trials) {
    this.front = front;
    this.others =
        trials.stream()
            .filter(trial -> trial.state() == TrialState.COMPLETED && !front.has(trial.number()))
            .filter(trial -> front.values(trial).stream().allMatch(Double::isFinite))
            .toList();
  }

  public String svg() {
    List<int[]> pairs = pairs(front.goals().all().size());
    double width = PANEL * pairs.size();
    StringBuilder svg = new StringBuilder();
    svg.append(Svg.begin(width, HEIGHT, STYLE));
    svg.append(
        Svg.text(
            AREA.left(),
            AREA.top() - 16,
            "title",
            "start",
            "%d of %d trials are on the front"
                .formatted(front.trials().size(), front.trials().size() + others.size())));
    for (int i = 0; i < pairs.size(); i++) {
      new Panel(pairs.get(i)[0], pairs.get(i)[1], i * PANEL).draw(svg);
    }
    return svg.append("</svg>\n").toString();
  }

  private static List<int[]> pairs(int goals) {
    List<int[]> pairs = new ArrayList<>();
    for (int one = 0; one < goals; one++) {
      for (int other = one + 1; other < goals; other++) {
        pairs.add(new int[] {one, other});
      }
    }
    return pairs;
  }

  /** Two goals against each other. */
  private final class Panel {

    private final int across;
    private final int up;
    private final PlotArea area;
    private final Axis horizontal;
    private final Axis vertical;

    Panel(int across, int up, double offset) {
      this.across = across;
      this.up = up;
      this.area = AREA.moved(offset);
      this.horizontal = axis(across);
      this.vertical = axis(up);
    }

    void draw(StringBuilder svg) {
      grid(svg);
      others.forEach(trial -> svg.append(dot(trial, "trial", 3)));
      if (front.goals().all().size() == 2) {
        svg.append("<path class=\"line\" d=\"%s\"/>\n".formatted(stairs()));
      }
      front.trials().forEach(trial -> svg.append(dot(trial, "front", 4)));
    }

    private Axis axis(int goal) {
      List<Double> all = new ArrayList<>();
      front.trials().forEach(trial -> all.add(front.values(trial).get(goal)));
      others.forEach(trial -> all.add(front.values(trial).get(goal)));
      return Axis.of(all.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private void grid(StringBuilder svg) {
      svg.append(area.levels(vertical));
      for (double tick : horizontal.ticks()) {
        svg.append(Svg.line("grid", x(tick), area.top(), x(tick), area.bottom()));
        svg.append(area.below(x(tick), horizontal.label(tick)));
      }
      svg.append(area.frame(label(across)));
      svg.append(area.upright(label(up)));
    }

    private String label(int goal) {
      Goal wanted = front.goals().all().get(goal);
      String good = wanted.direction().name().toLowerCase(Locale.ROOT);
      return Svg.escape("%s (%s)".formatted(wanted.metric(), good));
    }

    private String dot(TrialRecord trial, String style, int radius) {
      List<Double> values = front.values(trial);
      return "<circle class=\"%s\" cx=\"%s\" cy=\"%s\" r=\"%d\"><title>trial %d: %s, %s</title></circle>\n"
          .formatted(
              style,
              Svg.number(x(values.get(across))),
              Svg.number(y(values.get(up))),
              radius,
              trial.number(),
              horizontal.label(values.get(across)),
              vertical.label(values.get(up)));
    }

    /** Along the edge of what the front reaches. */
    private String stairs() {
      StringBuilder path = new StringBuilder();
      for (TrialRecord trial : front.trials()) {
        List<Double> values = front.values(trial);
        String form = path.length() == 0 ? "M%s %s" : "H%sV%s";
        path.append(
            form.formatted(Svg.number(x(values.get(across))), Svg.number(y(values.get(up)))));
      }
      return path.toString();
    }

    private double x(double value) {
      return area.x(horizontal, value);
    }

    private double y(double value) {
      return area.y(vertical, value);
    }
  }
}
