package dev.leadline.lab.report;

import dev.leadline.chart.Axis;
import dev.leadline.chart.Chart;
import dev.leadline.chart.Svg;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Many small charts on one page, as SVG: lines with bands, one colour per name, one legend.
 *
 * @param title above everything
 * @param xLabel under every chart
 * @param yLabel beside every chart
 * @param xAxis the spacing along x
 * @param yAxis the spacing along y
 */
public record SmallMultiples(
    String title, String xLabel, String yLabel, Axis.Kind xAxis, Axis.Kind yAxis) {

  private static final int WIDTH = 290;
  private static final int HEIGHT = 220;
  private static final int SINGLE_WIDTH = 640;
  private static final int SINGLE_HEIGHT = 400;
  private static final int HEADER = 36;
  private static final int LEGEND_ROW = 20;
  private static final double LETTER = 7.2;
  private static final String RULES = Chart.RULES + ".tick { font-size: 10px }\n";

  /** Draws the panels, with colours in the order in which names appear. */
  public String render(List<Panel> panels) {
    Set<String> names = new LinkedHashSet<>();
    panels.forEach(panel -> panel.series().forEach(series -> names.add(series.name())));
    return render(panels, Palette.apart(List.copyOf(names)));
  }

  /** Draws the panels, with the looks of a palette: the same in several figures. */
  public String render(List<Panel> panels, Palette palette) {
    boolean single = panels.size() <= 1;
    int columns = columns(panels.size());
    int panelWidth = single ? SINGLE_WIDTH : WIDTH;
    int panelHeight = single ? SINGLE_HEIGHT : HEIGHT;
    int width = columns * panelWidth;
    int rows = (panels.size() + columns - 1) / columns;
    List<Series> drawn =
        palette.names().stream()
            .map(name -> first(panels, name))
            .flatMap(Optional::stream)
            .toList();
    int top = HEADER + legendRows(drawn, width) * LEGEND_ROW;
    Svg svg = new Svg(width, top + rows * panelHeight, RULES);
    String size = "style=\"font-size:%dpx\"".formatted(titleSize(width));
    svg.text(size, 14, 22, Svg.Anchor.START, title);
    legend(svg, drawn, palette, width);
    for (int i = 0; i < panels.size(); i++) {
      Panel panel = panels.get(i);
      svg.beginGroup(i % columns * panelWidth, top + i / columns * panelHeight);
      PanelFrame frame = PanelFrame.of(panel, panelWidth, panelHeight, xAxis, yAxis);
      frame.chart().frame(svg, xLabel, yLabel);
      svg.text("", frame.chart().left(), frame.chart().top() - 8, Svg.Anchor.START, panel.title());
      panel.series().forEach(series -> frame.draw(svg, series, palette));
      svg.endGroup();
    }
    return svg.finish();
  }

  /** Four in a row, or three where that leaves fewer gaps. */
  static int columns(int panels) {
    int gapsOfFour = Math.floorMod(-panels, 4);
    int gapsOfThree = Math.floorMod(-panels, 3);
    return Math.max(1, Math.min(panels, gapsOfThree < gapsOfFour ? 3 : 4));
  }

  /** The font size with which the title fits the page. */
  private int titleSize(int width) {
    return (int) Math.min(15, (width - 28) / (0.56 * title.length()));
  }

  private static Optional<Series> first(List<Panel> panels, String name) {
    return panels.stream()
        .flatMap(panel -> panel.series().stream())
        .filter(series -> series.name().equals(name))
        .findFirst();
  }

  private static int legendRows(List<Series> series, int width) {
    return series.isEmpty() ? 0 : legendPlaces(series, width)[series.size() - 1][1] + 1;
  }

  private static void legend(Svg svg, List<Series> series, Palette palette, int width) {
    int[][] places = legendPlaces(series, width);
    for (int i = 0; i < series.size(); i++) {
      String name = series.get(i).name();
      double x = places[i][0];
      double y = HEADER + 8.0 + places[i][1] * LEGEND_ROW;
      Palette.Look look = palette.look(name);
      if (series.get(i).mark() == Series.Mark.DOTS) {
        svg.circle("fill=\"%s\"".formatted(look.colour()), x + 12, y, 3, "");
      } else {
        String style = "stroke=\"%s\" stroke-width=\"3\" stroke-dasharray=\"%s\"";
        svg.line(style.formatted(look.colour(), look.dashes()), x, y, x + 24, y);
      }
      svg.text("", x + 30, y + 4, Svg.Anchor.START, name);
    }
  }

  /** The left end and the row of each entry, wrapped to the width. */
  private static int[][] legendPlaces(List<Series> series, int width) {
    int[][] places = new int[series.size()][];
    int x = 14;
    int row = 0;
    for (int i = 0; i < places.length; i++) {
      int wide = 50 + (int) (LETTER * series.get(i).name().length());
      if (x > 14 && x + wide > width) {
        x = 14;
        row++;
      }
      places[i] = new int[] {x, row};
      x += wide;
    }
    return places;
  }
}
