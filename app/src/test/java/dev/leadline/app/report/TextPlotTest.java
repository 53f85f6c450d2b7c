package dev.leadline.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.study.Direction;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class TextPlotTest {

  private static final List<OptionalDouble> VALUES =
      List.of(
          OptionalDouble.of(5), OptionalDouble.empty(), OptionalDouble.of(7), OptionalDouble.of(2));

  @Test
  void text_drawsTheBestSoFarInItsDirection() {
    List<String> down = TextPlot.lines(Direction.MINIMISE, VALUES, Screen.FILE);
    List<String> up = TextPlot.lines(Direction.MAXIMISE, VALUES, Screen.FILE);
    assertThat(down.get(9)).endsWith("|   #");
    assertThat(up.get(0)).endsWith("|  ##");
  }

  @Test
  void text_isNarrowOnANarrowScreen() {
    List<OptionalDouble> many = Collections.nCopies(200, OptionalDouble.of(1));
    for (int width : new int[] {10, 24, 40}) {
      Screen narrow = new Screen(Screen.Kind.LIVE, width);
      assertThat(TextPlot.lines(Direction.MINIMISE, many, narrow))
          .hasSize(11)
          .allMatch(line -> line.length() < width);
    }
  }

  @Test
  void text_keepsItsFrameBesideLongNumbers() {
    List<String> lines =
        TextPlot.lines(
            Direction.MINIMISE,
            List.of(OptionalDouble.of(-12345678.9), OptionalDouble.of(-12345678.901)),
            Screen.FILE);
    int frame = lines.get(10).indexOf('+');
    assertThat(lines.subList(0, 10)).allMatch(line -> line.indexOf('|') == frame);
    assertThat(lines.get(0)).startsWith("-12345678.900");
  }
}
