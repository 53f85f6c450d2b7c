package dev.leadline.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SmallMultiplesTest {

  private static final List<String> METHODS = List.of("rs", "committee", "default");

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 1", "2, 2", "3, 3", "5, 3", "6, 3", "8, 4", "9, 3", "16, 4"})
  void columns_leaveFewGaps(int panels, int columns) {
    assertThat(SmallMultiples.columns(panels)).isEqualTo(columns);
  }

  @Test
  void colour_staysWithTheMethodWhereOthersAreMissing() {
    String blue = new Palette(METHODS).colour("committee");
    String orange = new Palette(METHODS).colour("default");
    Panel panel = new Panel("levy-2d", List.of(line("default", 1)));
    assertThat(chart().render(List.of(panel), METHODS))
        .contains(orange)
        .doesNotContain(blue)
        .doesNotContain("committee");
  }

  @Test
  void palette_tellsTwentyMethodsApart() {
    List<String> names = IntStream.range(0, 20).mapToObj(i -> "m" + i).toList();
    Palette palette = new Palette(names);
    Set<String> looks = new HashSet<>();
    names.forEach(name -> looks.add(palette.colour(name) + palette.dashes(name)));
    assertThat(looks).hasSize(20).noneMatch(look -> look.startsWith(palette.colour("rs")));
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

  private static SmallMultiples chart() {
    return new SmallMultiples("Regret", "evaluations", "regret", Axis.Kind.LINEAR, Axis.Kind.LOG);
  }

  private static Series line(String name, double y) {
    List<Series.Point> points =
        List.of(new Series.Point(0, 10 * y, y, 20 * y), new Series.Point(1, y, 0, 2 * y));
    return new Series(name, Series.Mark.LINE, points);
  }
}
