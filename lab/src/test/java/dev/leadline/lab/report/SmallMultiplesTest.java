package dev.leadline.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.chart.Axis;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SmallMultiplesTest {

  private static final List<String> METHODS = List.of("rs", "committee", "default");

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 1", "2, 2", "3, 3", "5, 3", "6, 3", "8, 4", "9, 3", "16, 4"})
  void columns_leaveFewGaps(int panels, int columns) {
    assertThat(SmallMultiples.columns(panels)).isEqualTo(columns);
  }

  @Test
  void colour_staysWithTheMethodWhereOthersAreMissing() {
    Palette palette = Palette.apart(METHODS);
    String blue = palette.look("committee").colour();
    String orange = palette.look("default").colour();
    Panel panel = new Panel("levy-2d", List.of(line("default", 1)));
    assertThat(chart().render(List.of(panel), palette))
        .contains(orange)
        .doesNotContain(blue)
        .doesNotContain("committee");
  }

  @Test
  void palette_tellsTwentyMethodsApart() {
    List<String> names = IntStream.range(0, 20).mapToObj(i -> "m" + i).toList();
    Palette palette = Palette.apart(names);
    Set<Palette.Look> looks = new HashSet<>(palette.looks().values());
    assertThat(looks).hasSize(20).doesNotContain(Palette.apart(METHODS).look("rs"));
    assertThatThrownBy(() -> palette.look("other"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("but got other");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 9})
  void gradedPalette_runsFromLightToDark(int count) {
    List<String> names = IntStream.range(0, count).mapToObj(i -> "m" + i).toList();
    List<Double> light =
        Palette.graded(names).looks().values().stream()
            .map(look -> lightness(look.colour()))
            .toList();
    assertThat(light).isSortedAccordingTo(Comparator.reverseOrder()).doesNotHaveDuplicates();
    assertThat(light.get(0)).isGreaterThan(0.6);
    assertThat(light.get(count - 1)).isLessThan(0.2);
  }

  private static double lightness(String colour) {
    int rgb = Integer.parseInt(colour.substring(1), 16);
    return (0.3 * (rgb >> 16) + 0.59 * (rgb >> 8 & 0xff) + 0.11 * (rgb & 0xff)) / 255;
  }

  @Test
  void page_isWhiteAndLabelled() {
    Panel panel = new Panel("levy-2d", List.of(line("a < b", 1)));
    assertThat(chart().render(List.of(panel)))
        .contains("fill=\"white\"")
        .contains(">evaluations<")
        .contains(">regret<")
        .contains("a &lt; b");
  }

  @Test
  void levelStretch_isOneLine() {
    List<Series.Point> steps =
        IntStream.range(0, 100).mapToObj(x -> new Series.Point(x, x < 40 ? 9 : 1, 0, 0)).toList();
    Panel panel = new Panel("levy-2d", List.of(new Series("a", Series.Mark.LINE, steps)));
    String page = chart().render(List.of(panel));
    String path = page.replaceAll("(?s).* d=\"M([^\"]*)\".*", "$1");
    List<String> rises = Arrays.stream(path.split("l", -1)).map(SmallMultiplesTest::y).toList();
    assertThat(rises).hasSize(4);
    assertThat(List.of(rises.get(1), rises.get(3))).containsOnly("0");
    assertThat(rises.get(2)).isNotEqualTo("0");
  }

  private static String y(String place) {
    return place.substring(place.indexOf(',') + 1);
  }

  private static SmallMultiples chart() {
    return new SmallMultiples("Regret", "evaluations", "regret", Axis.Kind.LINEAR, Axis.Kind.LOG);
  }

  private static Series line(String name, double y) {
    List<Series.Point> points =
        List.of(new Series.Point(0, 10 * y, y, 20 * y), new Series.Point(1, y, 0, 2 * y));
    return new Series(name, Series.Mark.LINE, points);
  }
}
