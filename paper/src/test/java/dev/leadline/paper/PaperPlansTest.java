package dev.leadline.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.lab.experiment.Plan;
import dev.leadline.lab.experiment.ShippedPlans;
import dev.leadline.lab.method.Methods;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.train.Presets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PaperPlansTest {

  private static final ShippedPlans PLANS = new ShippedPlans(Path.of("models"));

  @Test
  void piece_isOneMethodWithOneNumberOfInputs() {
    Plan piece = PLANS.named("paper-10d-pt-nur");
    assertThat(piece.resolvedTasks()).hasSize(8).allMatch(task -> task.dimensions() == 10);
    assertThat(piece.methods()).containsExactly("pt-nur");
    assertThat(piece.seeds()).isEqualTo(10);
    assertThat(piece.steps()).isEqualTo(Map.of("10", 2000));
    assertThat(piece.modelFiles())
        .isEqualTo(Map.of("pt-nur", Map.of("10", "models/paper-10d-nur/model.pfn")));
    assertThat(PLANS.named("paper-2d-rs").modelFiles()).isEmpty();
  }

  @Test
  void pieces_makeUpTheWholePlan() {
    Plan whole = PLANS.named("paper");
    Map<String, Plan> pieces = PLANS.pieces("paper");
    assertThat(pieces).hasSize(24).containsKeys("paper-1d-rs", "paper-2d-pt", "paper-5d-pt-nu");
    int evaluations =
        pieces.values().stream()
            .flatMap(piece -> piece.resolvedTasks().stream().map(piece::stepsFor))
            .mapToInt(steps -> steps)
            .sum();
    assertThat(evaluations)
        .isEqualTo(6 * whole.resolvedTasks().stream().mapToInt(whole::stepsFor).sum());
    assertThat(PaperPlans.full(PLANS)).containsAll(pieces.keySet()).contains("modern");
  }

  @Test
  void pieceOfAnAblation_keepsItsAlias() {
    Plan piece = PLANS.named("ablation-1d-pt-r-0.025");
    assertThat(piece.methods()).containsExactly("pt-r-0.025=pt-r");
    assertThat(piece.modelFiles())
        .isEqualTo(Map.of("pt-r-0.025", Map.of("1", "models/ablation-1d-0.025/model.pfn")));
  }

  @Test
  void everyPlanOfTheProtocol_hasTheSearchWithoutAModelAndRandomSearch() {
    for (String name : List.of("paper", "fair", "fair-full", "ablation-1d", "fair-ablation-10d")) {
      assertThat(PLANS.named(name).methods()).as(name).contains("rs", "local-only", "pt");
    }
    assertThat(PLANS.named("paper-gp").methods()).contains("gp-2022", "gp-local");
    assertThat(PLANS.named("fair").methods()).contains("gp-2022", "gp-local");
    assertThat(PLANS.named("fair").seeds()).isEqualTo(10);
    assertThat(PLANS.named("fair-half").methods()).contains("local-only-half", "gp-local-half");
    for (String plan : PaperPlans.FAIR) {
      for (String method : PLANS.named(plan).methods()) {
        String known = method.substring(method.indexOf('=') + 1);
        assertThat(Methods.names()).as(plan).contains(known);
      }
    }
  }

  @Test
  void furtherTrainings_haveDirectoriesOfTheirOwn() {
    assertThat(PLANS.named("fair-seeds-10d-pt-nur-seed3").modelFiles())
        .isEqualTo(Map.of("pt-nur-seed3", Map.of("10", "models/fair-10d-nur-seed3/model.pfn")));
    assertThat(PLANS.named("fair-half-5d-pt-half").modelFiles())
        .isEqualTo(Map.of("pt-half", Map.of("5", "models/fair-5d-pt/model.pfn")));
    assertThat(PLANS.named("fair").modelFiles().get("pt-r"))
        .containsOnlyKeys("1", "2", "5", "10")
        .containsEntry("1", "models/fair-1d-r/model.pfn");
  }

  @Test
  void radiusOfThePaper_isItsOwnNetwork() {
    for (Map.Entry<String, Double> radius :
        Map.of("1", .05, "2", .05, "5", .5, "10", 1.0).entrySet()) {
      Plan plan = PLANS.named("ablation-%sd".formatted(radius.getKey()));
      String papers = "models/paper-%sd-r/model.pfn".formatted(radius.getKey());
      plan.modelFiles()
          .forEach(
              (method, files) -> {
                boolean same =
                    method.startsWith("pt-r-")
                        && Double.parseDouble(method.substring(5)) == radius.getValue();
                assertThat(files.containsValue(papers)).as(method).isEqualTo(same);
              });
      assertThat(plan.modelFiles().values()).contains(Map.of(radius.getKey(), papers));
    }
  }

  @Test
  void fullReproduction_runsEveryRadiusAfterTheProtocolThatHoldsTheReferences() {
    List<String> full = PaperPlans.full(PLANS);
    assertThat(full).filteredOn(name -> name.startsWith("ablation-")).hasSize(16);
    assertThat(full)
        .doesNotHaveDuplicates()
        .containsSubsequence("paper-10d-pt-nur", "ablation-1d-pt-r-0.01", "ablation-10d-pt-r-1")
        .containsSubsequence("ablation-10d-pt-r-1", "modern")
        .doesNotContain("ablation-1d-rs", "ablation-10d-pt");
    for (String method : List.of("rs", "pt")) {
      Plan reference = PLANS.named("ablation-5d-" + method);
      Plan protocol = PLANS.named("paper-5d-" + method);
      assertThat(protocol.tasks()).containsAll(reference.tasks());
      assertThat(protocol.steps()).isEqualTo(reference.steps());
      assertThat(protocol.seeds()).isEqualTo(reference.seeds());
      assertThat(protocol.modelFiles()).isEqualTo(reference.modelFiles());
    }
  }

  @Test
  void everyModelOfAPlan_hasItsPreset() {
    TrainedModels trained = new TrainedModels(Path.of("models"), Device.CPU, notice -> {});
    for (String name : ShippedPlans.names()) {
      for (Map<String, String> files : PLANS.named(name).modelFiles().values()) {
        for (String model : files.values()) {
          if (!model.startsWith("shipped:")) {
            String preset = trained.training(model).orElseThrow().preset();
            assertThat(Presets.find(preset)).isPresent();
            assertThat(model).startsWith("models/" + preset).endsWith("/model.pfn");
          }
        }
      }
    }
    assertThat(trained.training("elsewhere/paper-2d-pt/model.pfn")).isEmpty();
    assertThat(trained.training("models/mine/model.pfn")).isEmpty();
  }

  @Test
  void unknownName_isRefused() {
    assertThatThrownBy(() -> PLANS.named("papre"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'papre'")
        .hasMessageContaining("such as paper-2d-pt");
    for (String name : List.of("paper-3d-pt", "paper-2d-nur", "paper-")) {
      assertThatThrownBy(() -> PLANS.named(name))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'" + name + "'")
          .hasMessageContaining("paper-2d-pt-nur");
    }
  }

  @Test
  void fullReproduction_endsWithThePlansOfTodayButThoseLookedAtOnce() {
    List<String> full = PaperPlans.full(PLANS);
    assertThat(full).contains("ill-conditioned").endsWith("mixed", "further", "real");
    assertThat(full)
        .doesNotContain("parallel", "wide")
        .noneMatch(name -> name.startsWith("held-out"));
  }
}
