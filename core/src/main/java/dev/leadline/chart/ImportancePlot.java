package dev.leadline.chart;

import dev.leadline.chart.Svg.Anchor;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A picture of how much each parameter matters: a bar for each, as SVG. Immutable, thread-safe.
 *
 * @param shares by name, drawn in this order; see {@link dev.leadline.insight.Importance}
 */
public record ImportancePlot(Map<String, Double> shares) {

  private static final double WIDTH = 720;
  private static final double NAMES = 200;
  private static final double LONGEST = WIDTH - NAMES - 80;
  private static final double ROW = 28;
  private static final double TOP = 40;

  public ImportancePlot {
    shares = Collections.unmodifiableMap(new LinkedHashMap<>(shares));
  }

  public String svg() {
    Svg svg =
        new Svg(WIDTH, TOP + ROW * shares.size() + 10, Chart.RULES + ".bar { fill: #0072b2 }\n");
    svg.text("class=\"title\"", 20, 24, Anchor.START, "share of what changes the prediction");
    double y = TOP;
    for (Map.Entry<String, Double> share : shares.entrySet()) {
      double right = NAMES + LONGEST * share.getValue();
      svg.text("class=\"label\"", NAMES - 8, y + ROW / 2, Anchor.END, share.getKey());
      svg.box("class=\"bar\"", NAMES, y, right, y + ROW - 8);
      String percent = "%.0f %%".formatted(100 * share.getValue());
      svg.text("class=\"tick\"", right + 6, y + ROW / 2, Anchor.START, percent);
      y += ROW;
    }
    return svg.finish();
  }
}
