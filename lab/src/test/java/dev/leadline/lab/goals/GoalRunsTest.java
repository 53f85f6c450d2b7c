package dev.leadline.lab.goals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.study.Strategies;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class GoalRunsTest {

  private static final List<GoalProblem> PROBLEMS = GoalProblems.usual();

  @Test
  void runs_haveAValueAfterEachEvaluationThatOnlyGrows() {
    List<GoalRuns.Run> runs = new ArrayList<>();
    new GoalRuns(PROBLEMS, 3, 1, 14).measure("sobol", Strategies::sobol, runs::add);
    assertThat(runs).hasSize(PROBLEMS.size());
    assertThat(runs)
        .allSatisfy(
            run -> {
              assertThat(run.reached()).hasSize(14).isSorted();
              assertThat(run.seed()).isEqualTo(3);
              assertThat(run.ms()).isNotEmpty();
            });
  }

  @Test
  void starts_haveWhatPeersNeed() {
    JsonNode starts =
        JsonMapper.builder().build().readTree(new GoalRuns(PROBLEMS, 0, 2, 50).starts());
    assertThat(starts.get("problems")).hasSize(PROBLEMS.size());
    assertThat(starts.get("runs")).hasSize(2 * PROBLEMS.size());
    JsonNode first = starts.get("runs").get(0);
    assertThat(first.get("initial")).hasSize(12);
    assertThat(first.get("evaluations").intValue()).isEqualTo(50);
    assertThat(starts.get("vectors").get(0).get("values").get(0)).hasSize(2);
  }
}
