package dev.leadline.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.lab.problem.Objective;
import dev.leadline.lab.problem.Tasks;
import dev.leadline.lab.recorded.RecordedProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PeerStartsTest {

  @TempDir Path folder;

  @Test
  void export_holdsVectorsAndStartsOfEveryRun() throws IOException {
    Path file = folder.resolve("starts.json");
    PeerStarts.write(plan("levy-2d@shift", "mixed-ackley"), file);
    JsonNode contents = JsonMapper.builder().build().readTree(Files.readString(file));
    assertThat(contents.get("vectors").size()).isEqualTo(47);
    assertThat(contents.get("runs").size()).isEqualTo(4);
    JsonNode shifted = contents.get("runs").get(1);
    Objective objective = Tasks.named("levy-2d@shift").objective(1);
    assertThat(shifted.get("shift").get(0).asDouble()).isEqualTo(objective.shift().get(0));
    JsonNode mixed = contents.get("runs").get(2);
    assertThat(mixed.get("inputs").size()).isEqualTo(5);
    assertThat(mixed.get("inputs").get(1).get("places").size()).isEqualTo(4);
    assertThat(mixed.get("initial").get(0).size()).isEqualTo(5);
  }

  @Test
  void export_saysAllThatATaskMakesOfItsFunction() throws IOException {
    String name = "levy-2d@shift@irrelevant=3@skew@noise=0.1";
    Path file = folder.resolve("starts.json");
    PeerStarts.write(plan(name), file);
    JsonNode run = JsonMapper.builder().build().readTree(Files.readString(file)).get("runs").get(1);
    Objective objective = Tasks.named(name).objective(1);
    assertThat(run.get("inputs").size()).isEqualTo(5);
    assertThat(run.get("used").get(1).asInt()).isEqualTo(objective.used().get(1));
    assertThat(run.get("shift").size()).isEqualTo(2);
    assertThat(run.get("noise").size()).isEqualTo(55);
    assertThat(run.get("noise").get(54).asDouble()).isEqualTo(objective.disturbance(54));
    double mean = run.get("skew").get("mean").asDouble();
    assertThat(mean).isEqualTo(objective.skew().orElseThrow().mean());
    double[] point = new double[5];
    Arrays.setAll(point, i -> run.get("initial").get(7).get(i).asDouble());
    assertThat(run.get("values").get(7).asDouble()).isEqualTo(objective.observe(point, 7));
  }

  @Test
  void planWithMethodsThatAreTold_holdsWhatTheyAreTold() throws IOException {
    Path file = folder.resolve("starts.json");
    Plan told =
        new Plan(
            List.of("real-sqlite-insert"),
            List.of("committee:related"),
            1,
            3,
            Map.of("*", 5),
            null);
    PeerStarts.write(told, file);
    JsonNode earlier = JsonMapper.builder().build().readTree(Files.readString(file)).get("earlier");
    assertThat(earlier.size()).isEqualTo(1);
    assertThat(earlier.get(0).get("of").asString()).isEqualTo("real-sqlite-mixed");
    RecordedProgram other = RecordedProgram.named("sqlite-mixed");
    double[] point = new double[other.space().parameters().size()];
    Arrays.setAll(point, i -> earlier.get(0).get("points").get(39).get(i).asDouble());
    assertThat(earlier.get(0).get("values").get(39).asDouble()).isEqualTo(other.value(point));
  }

  @Test
  void recordedProgram_startsWithItsOwnUnits() throws IOException {
    Path file = folder.resolve("starts.json");
    PeerStarts.write(plan("real-svc-ionosphere"), file);
    JsonNode run = JsonMapper.builder().build().readTree(Files.readString(file)).get("runs").get(1);
    assertThat(run.get("function").asString()).isEqualTo("svc-ionosphere");
    assertThat(run.get("initial").size()).isEqualTo(10);
    double[] first = new double[7];
    Arrays.setAll(first, i -> run.get("initial").get(0).get(i).asDouble());
    assertThat(first[0]).isIn(0.0, 1.0, 2.0, 3.0); // the kernel
    assertThat(first[1]).isBetween(1e-3, 1e3); // C
    assertThat(run.get("values").get(0).asDouble())
        .isEqualTo(RecordedProgram.named("svc-ionosphere").value(first));
  }

  @Test
  void tasksOfOtherKinds_describeThemselves() throws IOException {
    Path file = folder.resolve("starts.json");
    PeerStarts.write(plan("goals-zdt1", "limits-gramacy", "failures-heap", "filled-nested"), file);
    JsonNode contents = JsonMapper.builder().build().readTree(Files.readString(file));
    assertThat(contents.get("runs").size()).isEqualTo(4 * 2);
    assertThat(contents.get("tasks").get(0).at("/problem/function").asString()).isEqualTo("zdt1");
    assertThat(contents.get("tasks").get(0).at("/vector/values").size()).isEqualTo(10);
    assertThat(contents.get("tasks").get(1).get("limits").asInt()).isEqualTo(2);
    assertThat(contents.get("tasks").get(2).get("fails").size()).isEqualTo(50);
    JsonNode goals = contents.get("runs").get(0);
    assertThat(goals.get("initial").size()).isEqualTo(12);
    assertThat(goals.get("evaluations").asInt()).isEqualTo(17);
    assertThat(contents.get("runs").get(6).at("/task/knobs").size()).isEqualTo(9);
  }

  @Test
  void functionThatPeersDoNotKnow_isRefused() {
    Path file = folder.resolve("starts.json");
    assertThatThrownBy(() -> PeerStarts.write(plan("levy-2d", "further-trid-6d"), file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("but got further-trid-6d");
  }

  private static Plan plan(String... tasks) {
    return new Plan(List.of(tasks), List.of("rs"), 2, null, Map.of("*", 5), null);
  }
}
