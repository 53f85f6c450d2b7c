package dev.leadline.early;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.early.EarlyRule.Field;
import dev.leadline.surrogate.BarPredictive;
import dev.leadline.surrogate.Buckets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EarlyRulesTest {

  private static final double[] POINT = {0.5};

  /** Trials of nine steps that stay where they are. */
  private static List<CurveTrial> some(double... levels) {
    return Arrays.stream(levels).mapToObj(l -> CurveTrial.complete(POINT, curve(l, 9))).toList();
  }

  /** A running trial that stays where it is. */
  private static CurveTrial flat(double level, int steps) {
    return CurveTrial.running(POINT, curve(level, steps));
  }

  private static Curve curve(double level, int steps) {
    return Curve.of(
        IntStream.rangeClosed(1, steps).toArray(),
        IntStream.range(0, steps).mapToDouble(i -> level).toArray());
  }

  @Test
  void halving_letsTheBestThirdOfARungGoOn() {
    EarlyRule rule = EarlyStop.parse("asha first=3 factor=3").create();
    List<CurveTrial> others = some(1, 2, 4, 5, 6);
    assertThat(rule.end(new Field(flat(3, 3), others, List.of())))
        .map(EarlyRule.End::reason)
        .contains("number 3 of 6 at step 3, where the first 2 go on");
    assertThat(rule.end(new Field(flat(1.5, 3), others, List.of()))).isEmpty();
    assertThat(rule.end(new Field(flat(3, 2), others, List.of()))).as("below a rung").isEmpty();
    assertThat(rule.end(new Field(flat(3, 4), others, List.of()))).as("between rungs").isEmpty();
    assertThat(rule.end(new Field(flat(3, 9), List.of(), others))).as("next rung").isPresent();
    assertThat(rule.end(new Field(flat(3, 3), some(1), List.of()))).as("too few").isEmpty();
  }

  @Test
  void halving_judgesAtTheFirstReportBeyondARung() {
    EarlyRule rule = EarlyStop.parse("asha first=3 factor=3").create();
    Curve own = Curve.of(new int[] {2, 5}, new double[] {3, 3});
    assertThat(rule.end(new Field(CurveTrial.running(POINT, own), some(1, 2), List.of())))
        .isPresent();
    CurveTrial later = CurveTrial.running(POINT, own.with(7, 3));
    assertThat(rule.end(new Field(later, some(1, 2), List.of()))).isEmpty();
  }

  @Test
  void medianRule_comparesTheBestValueWithMeansOfCompleteTrials() {
    EarlyRule rule = EarlyStop.parse("median first=2 after=3").create();
    List<CurveTrial> complete = some(1, 2, 3);
    assertThat(rule.end(new Field(flat(2.5, 2), complete, List.of())))
        .map(EarlyRule.End::reason)
        .contains("worse at step 2 than the median of 3 complete trials");
    CurveTrial once = CurveTrial.running(POINT, Curve.of(new int[] {1, 2}, new double[] {1.9, 9}));
    assertThat(rule.end(new Field(once, complete, List.of()))).as("was good once").isEmpty();
    assertThat(rule.end(new Field(flat(2.5, 1), complete, List.of()))).as("too early").isEmpty();
    assertThat(rule.end(new Field(flat(9, 2), some(1, 2), some(1)))).as("too few").isEmpty();
  }

  @Test
  void forecastRule_goesByTheChanceOfBecomingTheBest() {
    EarlyStop numbers = EarlyStop.parse("model after=2 chance=0.1");
    List<CurveTrial> complete = some(1, 1, 2);
    for (double below : new double[] {0.029, 0.033}) { // 0.1 of the square of 5/9
      EarlyRule rule = new ForecastRule(numbers, () -> said(below));
      assertThat(rule.end(new Field(flat(3, 4), complete, List.of())).isPresent())
          .isEqualTo(below < 0.03);
      assertThat(rule.end(new Field(flat(3, 1), complete, List.of()))).as("young").isEmpty();
      assertThat(rule.end(new Field(flat(3, 9), complete, List.of()))).as("complete").isEmpty();
      assertThat(rule.end(new Field(flat(3, 4), some(1), List.of()))).as("too few").isEmpty();
      rule.close();
    }
    EarlyRule.End end =
        new ForecastRule(numbers, () -> said(0.029))
            .end(new Field(flat(3, 4), complete, List.of()))
            .orElseThrow();
    assertThat(end.reason()).isEqualTo("a chance of 2.9 % to become the best, seen at step 4");
    assertThat(end.expected()).as("not better than the best").isGreaterThanOrEqualTo(1);
  }

  @Test
  void forecastRule_looksSoManyTimesHoweverOftenATrialReports() {
    List<CurveTrial> complete = List.of(CurveTrial.complete(POINT, curve(1, 1000)));
    AtomicInteger looks = new AtomicInteger();
    EarlyRule rule =
        new ForecastRule(
            EarlyStop.parse("model after=1"),
            () ->
                forecaster(
                    field -> {
                      looks.incrementAndGet();
                      return 0.9;
                    }));
    Curve own = Curve.empty();
    for (int step = 1; step <= 1000; step++) {
      own = own.with(step, 3);
      assertThat(rule.end(new Field(CurveTrial.running(POINT, own), complete, List.of())))
          .isEmpty();
    }
    assertThat(looks).hasValue(23); // at 0.08, 0.12 … 0.96
  }

  /** Says that the end lies below the best with this chance, else up to three units above it. */
  private static CurveForecaster said(double below) {
    return forecaster(field -> below);
  }

  private static CurveForecaster forecaster(ToDoubleFunction<Field> below) {
    return new CurveForecaster() {
      @Override
      public Forecast of(Field field) {
        double chance = below.applyAsDouble(field);
        float[] logMass = {
          (float) Math.log(chance / 2), (float) Math.log(chance / 2), (float) Math.log(1 - chance)
        };
        return new Forecast(
            new CurveTask(field, new CommitteePredictor()),
            BarPredictive.unscaled(new Buckets(-2, -1, 0, 3), logMass).get(0));
      }

      @Override
      public void close() {}
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          best          | expected a rule of asha, median or model but got 'best'
          model factor=2| expected one of first, after, chance with the rule model but got 'factor'
          asha factor=1 | expected factor of at least 2 but got 1
          asha first=x  | expected a whole number for first but got 'x'
          asha first    | expected NAME=NUMBER after asha but got 'first'
          model chance=1| expected a chance above 0 and below 1 but got 1.0
          median after=2 after=3| expected after once but got it again
          """)
  void badRule_isASentence(String text, String sentence) {
    assertThatThrownBy(() -> EarlyStop.parse(text)).hasMessage(sentence);
  }

  @Test
  void rule_isReadBack() {
    for (String text : List.of("asha first=2 factor=4", "median first=1 after=6")) {
      assertThat(EarlyStop.parse(text)).hasToString(text);
    }
    EarlyStop model = EarlyStop.parse("model,chance=0.025");
    assertThat(EarlyStop.parse(model.toString())).isEqualTo(model);
    assertThat(model.chance()).isEqualTo(0.025);
  }
}
