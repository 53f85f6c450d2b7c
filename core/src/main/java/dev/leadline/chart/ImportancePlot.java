package dev.leadline.chart;

import dev.leadline.chart.Svg.Anchor;
import dev.leadline.insight.Importance;
import java.util.List;

/**
 * A picture of how much each parameter matters: a bar for each, as SVG. Immutable, thread-safe.
 *
 * @param inputs drawn in this order
 */
public record ImportancePlot(List<Importance> inputs) {

  private static final double WIDTH = 720;
  private static final double NAMES = 200;
  private static final double LONGEST = WIDTH - NAMES - 80;
  private static final double ROW = 28;
  private static final double TOP = 40;

  public ImportancePlot {
    inputs = List.copyOf(inputs);
  }

  public String svg() {
    Svg svg =
        new Svg(WIDTH, TOP + ROW * inputs.size() + 10, Chart.RULES + ".bar { fill: #0072b2 }\n");
    svg.text("class=\"title\"", 20, 24, Anchor.START, "share of the variance over the space");
    double y = TOP;
    for (Importance input : inputs) {
      Importance.Share share = input.overall();
      double right = NAMES + LONGEST * Math.min(1, share.part());
      svg.text("class=\"label\"", NAMES - 8, y + ROW / 2, Anchor.END, input.input());
      svg.box("class=\"bar\"", NAMES, y, right, y + ROW - 8);
      String percent = "%.0f %% ± %.0f".formatted(100 * share.part(), 100 * share.error());
      svg.text("class=\"tick\"", right + 6, y + ROW / 2, Anchor.START, percent);
      y += ROW;
    }
    return svg.finish();
  }
}
