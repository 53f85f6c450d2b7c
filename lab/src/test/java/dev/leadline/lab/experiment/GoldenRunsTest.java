package dev.leadline.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.early.EarlyStop;
import dev.leadline.lab.advice.Advice;
import dev.leadline.lab.advice.AdvicePlan;
import dev.leadline.lab.advice.OutlookPlan;
import dev.leadline.lab.advice.OutlookReport;
import dev.leadline.lab.curve.CurvePlan;
import dev.leadline.lab.curve.CurveRun;
import dev.leadline.lab.failing.FailingRuns;
import dev.leadline.lab.goals.GoalProblems;
import dev.leadline.lab.goals.GoalRuns;
import dev.leadline.lab.limited.LimitedRuns;
import dev.leadline.lab.peers.ConditionalRuns;
import dev.leadline.study.Strategies;
import dev.leadline.torch.tensor.Device;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs of every kind give the numbers that they gave before one loop made them all. */
@EnabledIfSystemProperty(
    named = "os.arch",
    matches = "amd64",
    disabledReason = "the numbers are those of amd64: other processors round sums otherwise")
class GoldenRunsTest {

  private static final Environment HERE = Environment.here("cpu", InstantSource.system());

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "rs, 23.2371195, 800988261",
    "sobol, 11.5231010, -895037251",
    "cma-es, 55.2758424, -410038187",
    "committee, 2.3009945, 754718110",
    "committee-q3, 1.8829330, 899781354",
    "default, 4.3592251, -1481994433"
  })
  void functions(String method, double last, int hash) {
    Plan plan =
        new Plan(
            List.of("branin-2d", "mixed-branin", "levy-2d@noise=0.1"),
            List.of(method),
            1,
            3,
            Map.of("*", 9),
            Map.of("default", Map.of("*", "shipped:default")));
    new Benchmark(plan, Device.CPU, 1)
        .run(directory, InstantSource.system(), (done, total, left, latest) -> {}, TimeLimit.NONE);
    List<Double> values = new ArrayList<>();
    RecordReader.read(
        directory, line -> values.add(line.regret() + Objects.requireNonNull(line.value())));
    check(values, last, hash);
  }

  @Test
  void goals() {
    List<Double> reached = new ArrayList<>();
    new GoalRuns(GoalProblems.named(List.of("zdt1", "dtlz2-3")), 3, 1, 16)
        .measure("committee", Strategies::committee, run -> reached.addAll(run.reached()));
    check(reached, 0.1310186, -1493124117);
  }

  @Test
  void limits() {
    List<Double> best = new ArrayList<>();
    new LimitedRuns(List.of("gramacy", "ackley-5"), 3, 1, 12)
        .measure("committee", Strategies::committee, run -> best.addAll(run.best()));
    check(best, null, -710529063);
  }

  @Test
  void failures() {
    List<Double> reached = new ArrayList<>();
    new FailingRuns(
            List.of("branin-scattered", "ackley-half", "heap", "heap-two-goals", "dtlz2-scattered"),
            3,
            1,
            10)
        .measure("committee", Strategies::committee, run -> reached.addAll(run.reached()));
    check(reached, 0.1475144, 314389357);
  }

  @ParameterizedTest
  @CsvSource({"WHEN, 0.1198110, -1380610704", "FILLED, 0.4038978, 204214650"})
  void conditions(ConditionalRuns.Treatment treatment, double last, int hash) {
    List<Double> best = new ArrayList<>();
    new ConditionalRuns(3, 1, 10)
        .measure(treatment, "committee", Strategies::committee, run -> best.addAll(run.best()));
    check(best, last, hash);
  }

  @Test
  void recommendations() {
    List<Double> found = new ArrayList<>();
    AdvicePlan plan = new AdvicePlan(List.of("branin-2d", "levy-2d"), List.of(.1, .3), 3, 1, 8);
    for (Advice run : plan.measure(HERE, Strategies::committee, run -> {}).runs()) {
      found.addAll(
          List.of(
              run.recommended(), run.luckiest(), run.lowest(), run.value(), run.low(), run.high()));
    }
    check(found, 4.4814526, 764866144);
  }

  @Test
  void forecasts() {
    List<Double> found = new ArrayList<>();
    OutlookPlan plan = new OutlookPlan(List.of("branin-2d"), List.of(.01, .1), 3, 1, 24);
    for (OutlookReport.Group group :
        plan.measure(HERE, Strategies::committee, run -> {}).groups()) {
      found.addAll(List.of((double) group.forecasts(), group.stated(), group.came()));
    }
    check(found, 0.0, 899442041);
  }

  @Test
  void curves() {
    List<Double> found = new ArrayList<>();
    CurvePlan plan =
        new CurvePlan(
            List.of("deflate-sources"),
            List.of(EarlyStop.parse("median"), EarlyStop.parse("asha")),
            "committee",
            2,
            15);
    for (CurveRun run : plan.measure(HERE, Strategies::committee, family -> {}).runs()) {
      found.addAll(
          List.of(
              (double) run.steps(),
              run.best(),
              run.regret(),
              (double) run.ended(),
              (double) run.winners(),
              (double) run.lost()));
    }
    check(found, 7.0, 2001291429);
  }

  /** To seven digits behind the point. */
  private static void check(List<@Nullable Double> found, @Nullable Double last, int hash) {
    List<@Nullable Double> rounded = new ArrayList<>();
    found.forEach(v -> rounded.add(v == null ? null : (Double) (Math.round(v * 1e7) / 1e7)));
    assertThat(rounded.get(rounded.size() - 1)).isEqualTo(last);
    assertThat(rounded.hashCode()).as(rounded.toString()).isEqualTo(hash);
  }
}
