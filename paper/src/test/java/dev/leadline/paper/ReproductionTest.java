package dev.leadline.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.lab.experiment.Experiment;
import dev.leadline.lab.experiment.Plan;
import dev.leadline.lab.experiment.RecordReader;
import dev.leadline.lab.experiment.ShippedPlans;
import dev.leadline.lab.experiment.TimeLimit;
import dev.leadline.lab.method.MethodContext;
import dev.leadline.lab.method.Methods;
import dev.leadline.torch.tensor.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReproductionTest {

  @TempDir Path folder;

  @Test
  void smoke_runsEveryMethodThatHasItsModelAndReports() throws IOException {
    List<String> notices = new ArrayList<>();
    Reproduction reproduction = new Reproduction(folder, Device.CPU, 2, notices::add);
    Path report =
        reproduction
            .run(List.of("smoke"), folder, () -> Instant.EPOCH, (d, t, l, m) -> {}, TimeLimit.NONE)
            .orElseThrow();
    String text = Files.readString(report);
    assertThat(text).contains("committee", "gp-modern", "local-only", "cma-es");
    for (String method : List.of("default", "pt", "pt-r", "pt-nu", "pt-nur")) {
      boolean leftOut = notices.stream().anyMatch(n -> n.contains("leaves out " + method + ":"));
      assertThat(text.contains("| " + method + " ")).isNotEqualTo(leftOut);
    }
    assertThat(folder.resolve("report/figures/regret-2d.svg")).exists();
    assertThat(folder.resolve("report/claims.md"))
        .content()
        .contains("## Claims at 3 evaluations", "pt-nur below local-only");
    assertThat(folder.resolve("smoke/environment.json")).content().contains("1970-01-01");
  }

  @Test
  void reproduction_goesOnFromPieceToPieceAndLeavesFinishedOnesAlone() throws IOException {
    Reproduction reproduction = new Reproduction(folder, Device.CPU, 1, notice -> {});
    List<String> plans = List.of("paper-1d-rs", "paper-1d-pt", "smoke-rs");
    AtomicLong ticks = new AtomicLong();
    TimeLimit soon = TimeLimit.after(Duration.ofNanos(100), ticks::incrementAndGet);
    assertThat(run(reproduction, plans, soon)).isEmpty();
    assertThat(folder.resolve("smoke-rs")).doesNotExist();

    Optional<Path> report = run(reproduction, plans, TimeLimit.NONE);
    assertThat(report).isPresent();
    assertThat(Files.readAllLines(folder.resolve("paper-1d-rs/runs.jsonl"))).hasSize(15_600);
    assertThat(folder.resolve("paper-1d-rs/environment.2.json")).exists();
    assertThat(folder.resolve("paper-1d-pt")).doesNotExist();

    assertThat(run(reproduction, plans, TimeLimit.NONE)).isEqualTo(report);
    assertThat(folder.resolve("paper-1d-rs/environment.3.json")).doesNotExist();
  }

  private Optional<Path> run(Reproduction reproduction, List<String> plans, TimeLimit limit) {
    return reproduction.run(plans, folder, () -> Instant.EPOCH, (d, t, l, m) -> {}, limit);
  }

  @Test
  void everyPlan_namesKnownTasksAndMethods() {
    ShippedPlans shipped = new ShippedPlans(folder);
    for (String name : ShippedPlans.names()) {
      Plan plan = shipped.named(name);
      if (plan.tasks().stream().anyMatch(task -> task.startsWith("table-"))) {
        assertThatThrownBy(plan::resolvedTasks).hasMessageContaining("give --tables DIR");
      } else {
        assertThat(plan.resolvedTasks())
            .allSatisfy(task -> assertThat(plan.stepsFor(task)).isPositive());
      }
      for (String method : plan.methods()) {
        MethodContext context = new MethodContext(Device.CPU, Map.of());
        assertThat(Methods.named(method, context).name()).isEqualTo(method.replaceAll("=.*", ""));
      }
    }
  }

  @Test
  void hard_runsASliceOfEachKindOnEveryMethod() {
    Plan hard = new ShippedPlans(folder).named("hard");
    List<String> slice =
        List.of("branin-2d@irrelevant=3", "levy-2d@skew", "rosenbrock-2d@noise=0.3");
    assertThat(hard.tasks()).containsAll(slice);
    assertThat(hard.methods()).containsExactly("rs", "committee", "default", "gp-modern");
    runEveryMethod(hard, slice);
  }

  @Test
  void further_runsFewestAndMostInputsOnEveryMethod() {
    Plan further = new ShippedPlans(folder).named("further");
    runEveryMethod(further, List.of("further-goldsteinprice-2d", "further-rotated-levy-20d"));
  }

  private void runEveryMethod(Plan plan, List<String> slice) {
    Plan tiny = new Plan(slice, plan.methods(), 1, 0, Map.of("*", 2), plan.models());
    Path record = folder.resolve("record");
    new Experiment(tiny, Device.CPU, 2)
        .run(record, () -> Instant.EPOCH, (d, t, l, m) -> {}, TimeLimit.NONE);
    Map<String, Double> last = new TreeMap<>();
    RecordReader.read(
        record,
        line -> {
          if (line.step() == 2) {
            last.put(line.task() + " " + line.method(), line.regret());
          }
        });
    assertThat(last).hasSize(slice.size() * plan.methods().size());
    assertThat(last.values()).allSatisfy(regret -> assertThat(regret).isNotNegative());
  }
}
