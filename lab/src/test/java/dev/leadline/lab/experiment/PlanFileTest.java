package dev.leadline.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.lab.problem.Task;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanFileTest {

  @Test
  void yamlAndJson_giveTheSamePlan() {
    Plan yaml =
        PlanFile.parseYaml(
            """
            tasks: ["*-2d", "levy-10d@shift"]
            methods: [rs, committee]
            seeds: 10
            steps: {2: 500, 10: 2000}
            models:
              pt: {2: pt-2d.pfn}
            """,
            "a.yaml");
    assertThat(yaml.resolvedTasks()).hasSize(17);
    assertThat(yaml.stepsFor(yaml.resolvedTasks().get(16))).isEqualTo(2000);
    assertThat(yaml.modelFiles()).isEqualTo(Map.of("pt", Map.of("2", "pt-2d.pfn")));
    assertThat(PlanFile.parseJson(PlanFile.toJson(yaml), "a.json")).isEqualTo(yaml);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                                            | list of tasks",
        "{\"tasks\":[\"*\"],\"methods\":[],\"seeds\":1,\"steps\":{\"*\":1}}   | list of methods",
        "{\"tasks\":[\"*\"],\"methods\":[\"rs\"],\"seeds\":0,\"steps\":{\"*\":1}}  | at least 1 seed",
        "{\"tasks\":[\"*\"],\"methods\":[\"rs\"],\"seeds\":1,\"steps\":{}}    | steps by number",
        "{\"tasks\":[\"*\"],\"methods\":[\"rs\"],\"seeds\":1,\"steps\":{\"x\":1}}  | key of steps",
        "{\"tasks\":[\"*\"],\"methods\":[\"rs\"],\"seeds\":1,\"steps\":{\"2\":-1}} | at least 1 step",
        "{\"tasks\":[\"*\"],\"methods\":[\"rs\",\"rs\"],\"seeds\":1,\"steps\":{\"2\":1}} | each method once",
        "{\"tasks\":[\"*\"],\"methods\":[\"rs\"],\"seeds\":1,\"steps\":{\"2\":1},\"initial\":-1} | 0 or more",
        "{\"tasks\":[\"*\"],\"method\":[\"rs\"],\"seeds\":1,\"steps\":{\"2\":1}}  | method",
        "{\"tasks\":                                                   | bad.json is not a plan"
      })
  void badPlan_isRefusedWithASentence(String text, String reason) {
    assertThatThrownBy(() -> PlanFile.parseJson(text, "bad.json"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bad.json")
        .hasMessageContaining(reason);
  }

  @Test
  void initialPoints_areThoseOfThePlan() {
    Plan plan =
        PlanFile.parseYaml(
            "{tasks: [levy-5d, mixed-branin], methods: [rs], seeds: 1, steps: {'*': 1}, initial: 3}",
            "a.yaml");
    assertThat(plan.resolvedTasks()).extracting(Task::initialPoints).containsOnly(3);
    assertThat(plan.resolvedTasks()).extracting(task -> task.initial(1).length).containsOnly(3);
    assertThat(PlanFile.parseJson(PlanFile.toJson(plan), "a.json")).isEqualTo(plan);
    assertThat(plan.withMethods(List.of("sobol")).initial()).isEqualTo(3);
  }

  @Test
  void missingSteps_areNamed() {
    Plan plan = new Plan(List.of("ackley-5d"), List.of("rs"), 1, null, Map.of("2", 5), null);
    assertThatThrownBy(() -> plan.stepsFor(plan.resolvedTasks().get(0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no steps for ackley-5d");
  }

  @Test
  void missingFile_isNamed() {
    assertThatThrownBy(() -> PlanFile.read(Path.of("nowhere.yaml")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nowhere.yaml");
  }

  @Test
  void planOfAnOldRecord_isRead() {
    Plan plan = new Plan(List.of("levy-2d"), List.of("rs"), 1, null, Map.of("*", 4), null);
    String old = PlanFile.toJson(plan).replaceFirst("\\{", "{\"through\": \"study\",");
    assertThat(PlanFile.parseJson(old, "test")).isEqualTo(plan);
  }
}
