package dev.leadline.paper.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.committee.Committee;
import dev.leadline.committee.CommitteeConfig;
import dev.leadline.lab.experiment.Experiment;
import dev.leadline.lab.experiment.Plan;
import dev.leadline.lab.experiment.TimeLimit;
import dev.leadline.pfn.ModelFile;
import dev.leadline.pfn.PfnModel;
import dev.leadline.scaling.ModelUnits;
import dev.leadline.scaling.OutputScaling;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Surrogate;
import dev.leadline.torch.tensor.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FiguresTest {

  @TempDir Path folder;

  private static NamedModel committee() {
    return new NamedModel(
        "committee",
        new Committee(CommitteeConfig.standard()),
        new ModelUnits(OutputScaling.Z_SCORE));
  }

  @Test
  void crossEntropy_isThatOfAllPointsNotYetSeen() {
    Plan plan = new Plan(List.of("levy-2d"), List.of("rs"), 1, null, Map.of("*", 4), null);
    new Experiment(plan, Device.CPU, 1)
        .run(folder, () -> Instant.EPOCH, (d, t, l, m) -> {}, TimeLimit.NONE);
    List<Integer> asked = new ArrayList<>();
    Surrogate counting =
        seen ->
            points -> {
              asked.add(points.length);
              return new Committee(CommitteeConfig.standard()).condition(seen).at(points);
            };
    NamedModel model = new NamedModel("counting", counting, new ModelUnits(OutputScaling.Z_SCORE));
    Map<String, Map<Integer, List<Double>>> measured =
        new Surprise("levy-2d", "rs", 1).measure(folder, List.of(model));
    assertThat(asked).containsExactly(4, 3, 2, 1);
    assertThat(measured.getOrDefault("counting", Map.of())).containsOnlyKeys(0, 1, 2, 3);
    assertThat(Surprise.csv(measured).lines()).hasSize(5);
  }

  @Test
  void networkOnADevice_predictsAsInTheLibrary() throws IOException {
    double[][] seen = {{.1, .2}, {.7, .3}, {.4, .9}, {.5, .5}, {.9, .8}, {.2, .6}};
    Observations known = new Observations(2, seen, new double[] {-1, .3, 1.2, -.4, .8, -.9});
    double[][] asked = {{.3, .3}, {.8, .1}};
    try (NetworkSurrogate network =
            new NetworkSurrogate(ModelFile.shipped("compact-2d-nur"), Device.CPU);
        PfnModel library = PfnModel.shipped("compact-2d-nur", 1);
        Posterior ours = network.condition(known);
        Posterior theirs = library.surrogate().condition(known)) {
      for (int i = 0; i < asked.length; i++) {
        assertThat(ours.at(asked).get(i).mean())
            .isCloseTo(theirs.at(asked).get(i).mean(), within(1e-3));
      }
    }
  }

  @Test
  void figuresOfThePaper_areDrawnWithTheCommitteeWhereNoNetworkIsTrained() throws IOException {
    StringBuilder lines = new StringBuilder();
    SplittableRandom random = new SplittableRandom(1);
    for (int step = -49; step <= 7; step++) {
      String x =
          random.doubles(10).mapToObj(Double::toString).collect(Collectors.joining(",", "[", "]"));
      lines.append(
          "{\"task\":\"ackley-10d\",\"method\":\"gp-2022\",\"seed\":0,\"step\":%d,\"value\":%s,\"regret\":1,\"optimiserMs\":1,\"objectiveMs\":0,\"lanes\":1,\"x\":%s}\n"
              .formatted(step, random.nextDouble(), x));
    }
    Path acquired = Files.createDirectories(folder.resolve("acquired"));
    Files.writeString(acquired.resolve("runs.jsonl"), lines);
    PaperFigures figures = new PaperFigures(folder.resolve("models"), "fair", Device.CPU);
    Path out = folder.resolve("out");
    assertThat(figures.crossEntropy(acquired, out)).hasSize(2).allMatch(Files::exists);
    assertThat(out.resolve("cross-entropy-10d.csv"))
        .content()
        .contains("committee,0,", "committee,5,")
        .doesNotContain("NaN");
    assertThat(figures.growing(out)).containsExactly(out.resolve("growing-1d-committee.svg"));
  }

  @Test
  void surprise_fallsAsTheRunGoesOn() {
    Plan plan = new Plan(List.of("levy-2d"), List.of("rs"), 2, null, Map.of("*", 60), null);
    new Experiment(plan, Device.CPU, 1)
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
    new Experiment(plan, Device.CPU, 1)
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
