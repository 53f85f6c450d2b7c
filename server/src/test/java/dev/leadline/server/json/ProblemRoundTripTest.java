package dev.leadline.server.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.client.json.Fields;
import dev.leadline.client.json.SettingsJson;
import dev.leadline.client.json.SpaceJson;
import dev.leadline.space.Configuration;
import dev.leadline.space.Parameter;
import dev.leadline.space.Space;
import dev.leadline.storage.problem.InlineParameter;
import dev.leadline.storage.problem.Problem;
import dev.leadline.storage.problem.SpaceFile;
import dev.leadline.study.Goals;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Everything that can be optimised can be written down and read back, in every form there is. */
class ProblemRoundTripTest {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  @Test
  void everyProblem_isReadBack() {
    problemsAreReadBack(1, 300);
  }

  @Test
  @Tag("slow")
  void everyProblem_isReadBackInVolume() {
    problemsAreReadBack(2, 50_000);
  }

  private static void problemsAreReadBack(long seed, int count) {
    SplittableRandom random = new SplittableRandom(seed);
    RandomProblem problems = new RandomProblem(random);
    for (int i = 0; i < count; i++) {
      Problem problem = problems.next();
      try {
        textIsReadBack(problem);
        jsonIsReadBack(problem);
        for (int j = 0; j < 3; j++) {
          settingsAreReadBack(problem.space(), random);
        }
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("problem %d: %s".formatted(i, problem.canonicalText()), e);
      }
    }
  }

  private static void textIsReadBack(Problem problem) {
    Problem read = Problem.parse(problem.canonicalText());
    isSame(read, problem);
    assertThat(read.objective()).isEqualTo(problem.objective());
    assertThat(read.several()).isEqualTo(problem.several());
    assertThat(read.stop()).isEqualTo(problem.stop());
    assertThat(read.early()).isEqualTo(problem.early());
    for (Parameter parameter : problem.space().parameters()) {
      assertThat(InlineParameter.parse(InlineParameter.format(parameter))).isEqualTo(parameter);
    }
  }

  private static void jsonIsReadBack(Problem problem) {
    boolean isUnnamed = problem.several().isEmpty() && problem.objective().isBlank();
    String objective = isUnnamed ? Problem.UNNAMED : problem.objective();
    var document =
        SpaceJson.write(
            problem.space(), problem.direction(), objective, problem.several(), problem.limits());
    Fields request = Fields.parse("{\"space\":%s}".formatted(document));
    Problem read = SpaceFile.parse("space", request.json("space"), Optional.empty());
    isSame(read, problem);
    assertThat(read.objective()).isEqualTo(objective);
    assertThat(read.several().map(Goals::reference))
        .isEqualTo(problem.several().map(Goals::reference));
    assertThat(
            read.several().map(goals -> Set.copyOf(goals.all()))) // those of a direction together
        .isEqualTo(problem.several().map(goals -> Set.copyOf(goals.all())));
  }

  private static void isSame(Problem read, Problem problem) {
    assertThat(read.space().parameters()).isEqualTo(problem.space().parameters());
    assertThat(read.space()).hasToString(problem.space().toString());
    assertThat(read.direction()).isEqualTo(problem.direction());
    assertThat(read.limits()).isEqualTo(problem.limits());
  }

  private static void settingsAreReadBack(Space space, SplittableRandom random) {
    double[] point = random.doubles(space.dimensions(), -0.1, 1.1).toArray();
    Configuration settings = space.decode(point);
    Map<String, String> texts = new LinkedHashMap<>();
    settings.values().forEach((name, value) -> texts.put(name, value.toString()));
    assertThat(space.parse(texts)).isEqualTo(settings);
    String json = SettingsJson.write(settings).toString();
    assertThat(space.conform(SettingsJson.read(MAPPER.readTree(json)))).isEqualTo(settings);
    double[] snapped = space.snap(point);
    assertThat(space.snap(snapped)).containsExactly(snapped);
    assertThat(space.decode(snapped)).isEqualTo(settings);
    assertThat(space.encode(settings)).containsExactly(snapped, within(1e-9));
  }
}
