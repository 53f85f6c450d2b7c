package dev.leadline.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class FigureAxisTest {

  @Test
  void logTicks_areDecadesOverManyAndDigitsWithinOne() {
    assertThat(new FigureAxis(FigureAxis.Kind.LOG, 2e-3, 30).ticks())
        .containsExactly(0.01, 0.1, 1.0, 10.0);
    assertThat(new FigureAxis(FigureAxis.Kind.LOG, 1.2, 15).ticks())
        .containsExactly(2.0, 5.0, 10.0);
    assertThat(new FigureAxis(FigureAxis.Kind.LOG, 8, 9).ticks()).hasSizeBetween(2, 6);
    assertThat(new FigureAxis(FigureAxis.Kind.LOG, 1e-9, 1e3).ticks())
        .hasSizeBetween(3, 6)
        .allSatisfy(tick -> assertThat(Math.log10(tick) % 1).isCloseTo(0, within(1e-9)));
  }

  @Test
  void linearTicks_areRoundAndZeroIsExact() {
    assertThat(new FigureAxis(FigureAxis.Kind.LINEAR, -0.3, 0.3).ticks())
        .containsExactly(-0.2, 0.0, 0.2);
    assertThat(new FigureAxis(FigureAxis.Kind.LINEAR, 0, 100).ticks())
        .containsExactly(0.0, 20.0, 40.0, 60.0, 80.0, 100.0);
  }

  @Test
  void margin_keepsValuesOffTheFrameButZeroAnEnd() {
    FigureAxis shares =
        FigureAxis.over(FigureAxis.Kind.LINEAR, DoubleStream.of(0, 0.4)).withMargin();
    assertThat(shares.place(0)).isZero();
    assertThat(shares.place(0.4)).isLessThan(1);
    FigureAxis regrets =
        FigureAxis.over(FigureAxis.Kind.LOG, DoubleStream.of(1e-3, 10)).withMargin();
    assertThat(regrets.place(1e-3)).isPositive();
    assertThat(regrets.place(10)).isLessThan(1);
  }
}
