package dev.leadline.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.bench.method.MethodContext;
import dev.leadline.bench.method.Methods;
import dev.leadline.bench.runner.Plan;
import dev.leadline.torch.tensor.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReproductionTest {

  @TempDir Path folder;

  @Test
  void glance_runsEveryMethodThatHasItsModelAndReports() throws IOException {
    List<String> notices = new ArrayList<>();
    Reproduction reproduction = new Reproduction(folder, Device.CPU, 2, notices::add);
    Path report =
        reproduction.run(List.of("glance"), folder, () -> Instant.EPOCH, (d, t, l, m) -> {});
    String text = Files.readString(report);
    assertThat(text).contains("committee", "gp-modern", "local-only", "cma-es");
    for (String method : List.of("default", "pt", "pt-r", "pt-nu", "pt-nur")) {
      boolean leftOut = notices.stream().anyMatch(n -> n.contains("leaves out " + method + ":"));
      assertThat(text.contains("| " + method + " ")).isNotEqualTo(leftOut);
    }
    assertThat(folder.resolve("report/figures/regret-2d.svg")).exists();
    assertThat(folder.resolve("glance/environment.json")).content().contains("1970-01-01");
  }

  @Test
  void everyPlan_namesKnownTasksAndMethods() {
    Reproduction reproduction = new Reproduction(folder, Device.CPU, 1, notice -> {});
    for (String name : Reproduction.names()) {
      Plan plan = reproduction.plan(name);
      assertThat(plan.resolvedTasks())
          .allSatisfy(task -> assertThat(plan.stepsFor(task)).isPositive());
      for (String method : plan.methods()) {
        assertThat(Methods.named(method, new MethodContext(Device.CPU, Map.of())).name())
            .isEqualTo(method.replaceAll("=.*", ""));
      }
    }
  }
}
