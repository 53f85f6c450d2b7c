package dev.leadline.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.space.Space;
import dev.leadline.storage.Measurement.Subject;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Direction;
import dev.leadline.study.Goal;
import dev.leadline.study.Goals;
import dev.leadline.study.Limit;
import dev.leadline.study.Measurements;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ConfirmationTest {

  private static final Space SPACE = Space.builder().real("x", 0, 1).build();
  private static final Problem FAST = new Problem(SPACE, Direction.MINIMISE, "ms");
  private static final Instant NOW = Instant.parse("2026-11-19T10:00:00Z");

  /** Gaussian noise of 5 % on a machine that gets slower by 10 % a turn. */
  @Test
  void interval_holdsTheTrueGainAsOftenAsItSays() {
    Random random = new Random(1);
    int held = 0;
    int runs = 4000;
    for (int run = 0; run < runs; run++) {
      double[] today = new double[5];
      double[] best = new double[5];
      for (int turn = 0; turn < 5; turn++) {
        double drift = Math.exp(0.1 * turn);
        today[turn] = 182 * drift * Math.exp(0.05 * random.nextGaussian());
        best[turn] = 121 * drift * Math.exp(0.05 * random.nextGaussian());
      }
      Interval gain = confirmation(FAST, today, best).gain(Subject.BEST).orElseThrow();
      double truth = 1 - 121.0 / 182;
      held += gain.low() <= truth && truth <= gain.high() ? 1 : 0;
    }
    assertThat((double) held / runs).isBetween(0.94, 0.96);
  }

  @Test
  void settingsThatAreNoBetter_areProvenOnceInFortyTimes() {
    Random random = new Random(2);
    int proven = 0;
    for (int run = 0; run < 4000; run++) {
      double[] today = random.doubles(5, 0.9, 1.1).toArray();
      double[] best = random.doubles(5, 0.9, 1.1).toArray();
      Interval gain = confirmation(FAST, today, best).gain(Subject.BEST).orElseThrow();
      proven += gain.low() > 0 ? 1 : 0;
    }
    assertThat(proven / 4000.0).isBetween(0.015, 0.035);
  }

  @Test
  void trend_isProvenOnceInTwentyTimesWhereThereIsNone() {
    Random random = new Random(3);
    int proven = 0;
    for (int run = 0; run < 4000; run++) {
      double[] values = random.doubles(6, 0.9, 1.1).toArray();
      proven += Interval.ofTrend(new double[] {1, 11, 21, 31, 41, 51}, values).isProven() ? 1 : 0;
    }
    assertThat(proven / 4000.0).isBetween(0.035, 0.065);
  }

  @Test
  void lines_sayTheGainOrThatNothingIsProven() {
    double[] today = {180, 184, 182, 186, 178};
    assertThat(confirmation(FAST, today, 101, 105, 99, 103, 102).lines())
        .containsExactly(
            "best settings (trial 7) against yours (trial 0), measured in 5 turns: 44 % better, 95"
                + " % interval 42 to 45 %");
    assertThat(confirmation(FAST, today, 190, 170, 182, 189, 175).lines())
        .containsExactly(
            "best settings (trial 7) against yours (trial 0), measured in 5 turns: nothing is"
                + " proven: 0.52 % better, 95 % interval from 5.7 % worse to 6.4 % better");
    assertThat(
            confirmation(
                    new Problem(SPACE, Direction.MAXIMISE, "hits"),
                    new double[] {-1, 0, 1},
                    4,
                    5,
                    6)
                .lines())
        .containsExactly(
            "best settings (trial 7) against yours (trial 0), measured in 3 turns: 5 better, 95 %"
                + " interval 5 to 5");
    assertThat(confirmation(FAST, today, Double.NaN, Double.NaN, 99).lines().get(0))
        .contains("nothing is proven, for both have a value in 1 turns only: trial 7 failed: oom");
  }

  @Test
  void lines_sayWhetherLimitsWereKept() {
    Problem limited = FAST.within(Limit.parse("mb <= 9"));
    assertThat(measuredWith(limited, "mb", 5, 5, 5))
        .endsWith("% better, 95 % interval 42 to 45 %; all limits kept");
    assertThat(measuredWith(limited, "mb", 5, 12, 5))
        .endsWith("; it broke mb <= 9.0 in 1 of 3 turns");
  }

  @Test
  void lines_sayTheGainInEveryGoal() {
    Goals goals = Goals.of(Goal.minimise("ms"), Goal.maximise("hits"));
    assertThat(measuredWith(FAST.with(goals), "hits", 8, 9, 8.5))
        .startsWith("settings of trial 7 against yours (trial 0), measured in 3 turns: ms 44 %")
        .contains("; hits 70 % better, 95 % interval");
  }

  private static String measuredWith(Problem problem, String metric, double... besides) {
    List<Attachment> measured = new ArrayList<>();
    for (int turn = 0; turn < 3; turn++) {
      Measurements today = Measurements.of(metric, 5);
      Measurements best = Measurements.of(metric, besides[turn]);
      measured.add(new Measurement(Subject.BASELINE, NOW, turn, 0, 180, today, "").attachment());
      measured.add(new Measurement(Subject.BEST, NOW, turn, 7, 100 + turn, best, "").attachment());
    }
    return Confirmation.last(problem, measured).orElseThrow().lines().get(0);
  }

  @Test
  void measurement_isReadBackTheSame() {
    Measurement failed =
        new Measurement(
            Subject.DRIFT, NOW, 3, 7, Double.NaN, Measurements.none(), "exit code 1: a\nb");
    Measurements further = Measurements.of("p 99", 1.5).with("a=b", 2);
    Measurement rich = new Measurement(Subject.BEST, NOW, 3, 7, 1e-9, further, "");
    assertThat(Measurement.all(List.of(failed.attachment(), rich.attachment())))
        .containsExactly(failed, rich);
  }

  private static Confirmation confirmation(Problem problem, double[] today, double... best) {
    List<Attachment> measured = new ArrayList<>();
    for (int turn = 0; turn < today.length; turn++) {
      measured.add(
          new Measurement(Subject.BASELINE, NOW, turn, 0, today[turn], Measurements.none(), "")
              .attachment());
      if (turn < best.length) {
        String reason = Double.isNaN(best[turn]) ? "oom" : "";
        measured.add(
            new Measurement(Subject.BEST, NOW, turn, 7, best[turn], Measurements.none(), reason)
                .attachment());
      }
    }
    return Confirmation.last(problem, measured).orElseThrow();
  }
}
