package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.early.Curve;
import dev.leadline.early.CurveForecaster.Forecast;
import dev.leadline.early.CurveTrial;
import dev.leadline.early.EarlyRule.Field;
import dev.leadline.early.EarlyStop;
import dev.leadline.early.NetworkForecaster;
import dev.leadline.space.Space;
import dev.leadline.study.Strategies;
import dev.leadline.study.Study;
import dev.leadline.study.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the shipped network says of curves that everybody can continue. */
class CurveForecastTest {

  private static final int STEPS = 40;
  private static final double[] POINT = {0.5};

  @Test
  void shippedNetwork_drawsFallingCurvesOn() {
    List<CurveTrial> complete = new ArrayList<>();
    for (double end : new double[] {0.2, 0.5, 0.4, 0.8, 0.3}) {
      complete.add(CurveTrial.complete(POINT, falling(end, STEPS)));
    }
    try (NetworkForecaster network = NetworkForecaster.shipped()) {
      Forecast good = network.of(begun(0.1, 20, complete));
      Forecast bad = network.of(begun(0.9, 20, complete));
      Forecast late = network.of(begun(0.9, 36, complete));
      assertThat(good.chanceBelow(0.2)).isGreaterThan(0.5);
      assertThat(bad.chanceBelow(0.2)).isLessThan(0.05);
      assertThat(bad.quantile(0.5)).isBetween(0.5, 1.5);
      assertThat(late.quantile(0.9) - late.quantile(0.1))
          .as("surer when less is left")
          .isLessThan(bad.quantile(0.9) - bad.quantile(0.1));
    }
  }

  /** Differences of such values are beyond the largest double. */
  @ParameterizedTest
  @ValueSource(strings = {"model after=1", "median after=1", "asha"})
  void valuesFromTheWholeRange_areReportedWithoutAnError(String rule) {
    double[] values = {
      1e308, -1e308, Double.MAX_VALUE, -Double.MAX_VALUE, 0, 1, -1, Double.MIN_VALUE, 1e300
    };
    SplittableRandom random = new SplittableRandom(4);
    int ended = 0;
    try (Study study =
        Study.builder(Space.builder().real("x", 0, 1).build())
            .early(EarlyStop.parse(rule))
            .strategy(Strategies.committee())
            .build()) {
      for (int i = 0; i < 40; i++) {
        Trial trial = study.ask();
        double value = 0;
        boolean goesOn = true;
        for (int step = 1; step <= 20 && goesOn; step++) {
          value = values[random.nextInt(values.length)];
          goesOn = study.report(trial.number(), step, value);
        }
        if (goesOn) {
          study.tell(trial, value);
        }
        ended += goesOn ? 0 : 1;
      }
      assertThat(study.trials())
          .allMatch(trial -> trial.value() >= -Double.MAX_VALUE)
          .allMatch(trial -> trial.value() <= Double.MAX_VALUE);
      assertThat(ended).isPositive();
    }
  }

  private static Field begun(double end, int steps, List<CurveTrial> complete) {
    return new Field(CurveTrial.running(POINT, falling(end, steps)), complete, List.of());
  }

  private static Curve falling(double end, int steps) {
    return Curve.of(
        IntStream.rangeClosed(1, steps).toArray(),
        IntStream.rangeClosed(1, steps)
            .mapToDouble(step -> end + 2 * Math.exp(-step / 6.0))
            .toArray());
  }
}
