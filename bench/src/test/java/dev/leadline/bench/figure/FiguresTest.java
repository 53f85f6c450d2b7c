package dev.leadline.bench.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.acquisition.OutputScaling;
import dev.leadline.bench.Benchmark;
import dev.leadline.bench.runner.Plan;
import dev.leadline.bench.runner.TimeLimit;
import dev.leadline.committee.Committee;
import dev.leadline.committee.CommitteeConfig;
import dev.leadline.surrogate.Surrogate;
import dev.leadline.torch.tensor.Device;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FiguresTest {

  @TempDir Path folder;

  private static NamedModel committee() {
    return new NamedModel(
        "committee", new Committee(CommitteeConfig.standard()), OutputScaling.Z_SCORE);
  }

  @Test
  void crossEntropy_isThatOfAllPointsNotYetSeen() {
    Plan plan = new Plan(List.of("levy-2d"), List.of("rs"), 1, null, Map.of("*", 4), null);
    new Benchmark(plan, Device.CPU, 1)
        .run(folder, () -> Instant.EPOCH, (d, t, l, m) -> {}, TimeLimit.NONE);
    List<Integer> asked = new ArrayList<>();
    Surrogate counting =
        seen ->
            points -> {
              asked.add(points.length);
              return new Committee(CommitteeConfig.standard()).condition(seen).at(points);
            };
    NamedModel model = new NamedModel("counting", counting, OutputScaling.Z_SCORE);
    Map<String, Map<Integer, List<Double>>> measured =
        new Surprise("levy-2d", "rs", 1).measure(folder, List.of(model));
    assertThat(asked).containsExactly(4, 3, 2, 1);
    assertThat(measured.getOrDefault("counting", Map.of())).containsOnlyKeys(0, 1, 2, 3);
    assertThat(Surprise.csv(measured).lines()).hasSize(5);
  }

  @Test
  void surprise_fallsAsTheRunGoesOn() {
    Plan plan = new Plan(List.of("levy-2d"), List.of("rs"), 2, null, Map.of("*", 60), null);
    new Benchmark(plan, Device.CPU, 1)
        .run(folder, () -> Instant.EPOCH, (d, t, l, m) -> {}, TimeLimit.NONE);
    Surprise surprise = new Surprise("levy-2d", "rs", 1);
    Map<String, Map<Integer, List<Double>>> measured =
        surprise.measure(folder, List.of(committee()));
    Map<Integer, List<Double>> steps = measured.getOrDefault("committee", Map.of());
    assertThat(steps).hasSize(60).allSatisfy((step, seeds) -> assertThat(seeds).hasSize(2));
    assertThat(average(steps, 40, 59)).isLessThan(average(steps, 0, 19));
    assertThat(surprise.render(measured)).contains("levy-2d").doesNotContain("NaN");
  }

  @Test
  void surpriseWithoutRuns_isRefused() {
    Plan plan = new Plan(List.of("levy-2d"), List.of("rs"), 1, null, Map.of("*", 2), null);
    new Benchmark(plan, Device.CPU, 1)
        .run(folder, () -> Instant.EPOCH, (d, t, l, m) -> {}, TimeLimit.NONE);
    assertThatThrownBy(() -> new Surprise("levy-2d", "gp-2022", 1).measure(folder, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("gp-2022 on levy-2d");
  }

  @Test
  void growingObservations_bringThePredictionCloserInTheMiddle() {
    GrowingObservations growing = GrowingObservations.standard();
    double few = growing.middleError(committee(), "rastrigin-1d", 1);
    double many = growing.middleError(committee(), "rastrigin-1d", 25);
    assertThat(many).isLessThan(few / 3);
    assertThat(growing.render(committee(), List.of("ackley-1d", "rastrigin-1d")))
        .contains("ackley-1d, 25 in the middle")
        .contains("<circle")
        .doesNotContain("NaN");
  }

  private static double average(Map<Integer, List<Double>> steps, int from, int to) {
    return steps.entrySet().stream()
        .filter(e -> e.getKey() >= from && e.getKey() <= to)
        .flatMap(e -> e.getValue().stream())
        .mapToDouble(Double::doubleValue)
        .average()
        .orElseThrow();
  }
}
