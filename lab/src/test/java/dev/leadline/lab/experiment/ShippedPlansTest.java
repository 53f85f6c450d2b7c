package dev.leadline.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.lab.functions.TestFunction;
import dev.leadline.lab.functions.TestFunctions;
import dev.leadline.lab.problem.Suite;
import dev.leadline.lab.problem.Task;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShippedPlansTest {

  private static final ShippedPlans PLANS = new ShippedPlans(Path.of("models"));

  @Test
  void further_runsEachFunctionOnceAndMovesOptimaInTheCentre() {
    Plan further = PLANS.named("further");
    List<String> wanted =
        TestFunctions.further().stream()
            .map(function -> "further-" + function + (isCentral(function) ? "@shift" : ""))
            .toList();
    assertThat(further.resolvedTasks().stream().map(Task::name))
        .containsExactlyInAnyOrderElementsOf(wanted);
    assertThat(wanted).filteredOn(name -> name.endsWith("@shift")).hasSize(3);
    assertThat(further.methods()).containsExactly("rs", "gp-modern", "committee", "default");
    assertThat(PLANS.named("further-20d-committee").resolvedTasks()).hasSize(2);
  }

  @Test
  void plansOfManyAtOnceAndManyInputs_haveTheirPieces() {
    assertThat(PLANS.named("parallel").methods()).contains("default", "default-q8", "default-q128");
    assertThat(PLANS.named("parallel-default-q8").methods()).containsExactly("default-q8");
    assertThat(PLANS.named("wide").resolvedTasks().stream().map(Task::dimensions))
        .containsOnly(50, 100, 200);
  }

  @Test
  void sealedPrograms_runInNoPlanButTheirOwn() {
    List<String> names = new ArrayList<>(ShippedPlans.names());
    names.remove("related"); // it needs the tables; its programs are named below
    assertThat(PLANS.named("related").tasks())
        .allMatch(task -> task.startsWith("real-") || task.startsWith("table-"));
    for (String name : names) {
      assertThat(PLANS.named(name).resolvedTasks())
          .as(name)
          .allMatch(task -> name.equals("held-out") == (Suite.of(task.name()) == Suite.HELD_OUT));
    }
  }

  private static boolean isCentral(TestFunction function) {
    return Arrays.stream(function.unitMinimiser()).allMatch(place -> place == 0.5);
  }
}
