package dev.leadline.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.bench.runner.Plan;
import dev.leadline.bench.task.Objective;
import dev.leadline.bench.task.Tasks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PeerExportTest {

  @TempDir Path folder;

  @Test
  void export_holdsVectorsAndStartsOfEveryRun() throws IOException {
    Path file = folder.resolve("starts.json");
    PeerExport.write(plan("levy-2d@shift", "mixed-ackley"), file);
    JsonNode contents = JsonMapper.builder().build().readTree(Files.readString(file));
    assertThat(contents.get("vectors").size()).isEqualTo(38);
    assertThat(contents.get("runs").size()).isEqualTo(4);
    JsonNode shifted = contents.get("runs").get(1);
    Objective objective = Tasks.named("levy-2d@shift").objective(1);
    assertThat(shifted.get("shift").get(0).asDouble()).isEqualTo(objective.shift()[0]);
    JsonNode mixed = contents.get("runs").get(2);
    assertThat(mixed.get("inputs").size()).isEqualTo(5);
    assertThat(mixed.get("inputs").get(1).get("places").size()).isEqualTo(4);
    assertThat(mixed.get("initial").get(0).size()).isEqualTo(5);
  }

  @Test
  void noisyTasks_areRefused() {
    assertThatThrownBy(() -> PeerExport.write(plan("levy-2d@noise=0.1"), folder.resolve("x")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("levy-2d@noise=0.1");
  }

  private static Plan plan(String... tasks) {
    return new Plan(List.of(tasks), List.of("rs"), 2, null, Map.of("*", 5), null);
  }
}
