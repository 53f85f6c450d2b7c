package dev.leadline.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.storage.problem.Problem;
import dev.leadline.storage.problem.SpaceFile;
import dev.leadline.study.Front;
import dev.leadline.study.Goal;
import dev.leadline.study.Measurements;
import dev.leadline.study.Trial;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeveralGoalsTest {

  private static final String SPACE = "parameters: [{name: x, real: [0, 1]}]\n";

  @TempDir private Path directory;

  @Test
  void goals_areReadFromListsAndKeptAsText() {
    Problem problem =
        parse(
            "minimise: [latency_ms, memory_mb]\nmaximise: [hits]\n"
                + "reference: {latency_ms: 100, memory_mb: 512, hits: 0.5}\n"
                + "limits: [rss <= 5]\n"
                + SPACE);
    assertThat(problem.several().orElseThrow().all())
        .containsExactly(
            Goal.minimise("latency_ms"), Goal.minimise("memory_mb"), Goal.maximise("hits"));
    assertThat(problem.several().orElseThrow().reference())
        .isEqualTo(Map.of("latency_ms", 100.0, "memory_mb", 512.0, "hits", 0.5));
    assertThat(problem.metrics()).containsExactly("memory_mb", "hits", "rss");
    assertThat(problem.goal()).isEqualTo("minimise latency_ms");
    Problem read = Problem.parse(problem.canonicalText());
    assertThat(read.several()).isEqualTo(problem.several());
    assertThat(read.canonicalText()).isEqualTo(problem.canonicalText());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "minimise: [a, a]                       | space.yaml:1: | 'a' twice",
        "minimise: [a]                          | space.yaml:1: | two or three goals but got 1",
        "minimise: [a, b, c, d]                 | space.yaml:1: | two or three goals but got 4",
        "minimise: [a, x]                       | space.yaml:1: | 'x' is a parameter",
        "\"minimise: [a]\nmaximise: [a]\"         | space.yaml:2: | 'a' twice",
        "\"minimise: [a, b]\nreference: {a: 1}\"  | space.yaml:2: | a reference for each of the goals a, b",
        "\"minimise: [a, b]\nreference: {a: 1, c: 2}\" | space.yaml:2: | [a, c]",
        "\"minimise: [a, b]\nreference: {a: 1, b: y}\" | space.yaml:2: | a number but got 'y'",
        "\"minimise: a\nreference: {a: 1}\"       | space.yaml:2: | there is one; remove it",
        "\"minimise: [a, b]\nstop: [trials > 9, chance < 0.1]\" | space.yaml:2: | 'chance < 0.1': several goals have no best",
      })
  void badGoals_areASentenceWithTheirPlace(String goals, String line, String words) {
    assertThatThrownBy(() -> parse(goals + "\n" + SPACE))
        .hasMessageContaining(line)
        .hasMessageContaining(words);
  }

  @Test
  void goalsAndLimits_haveTheirPlaces() {
    String text = "minimise:\n  - a\n  - b\nmaximise: [hits]\nlimits: [rss <= 5]\n" + SPACE;
    assertThat(SpaceFile.describe("space.yaml", text, Optional.empty()).places())
        .isEqualTo(
            Map.of(
                "a",
                "space.yaml:2",
                "b",
                "space.yaml:3",
                "hits",
                "space.yaml:4",
                "rss",
                "space.yaml:5"));
  }

  @Test
  void study_keepsItsFrontAndGoesOn() {
    Path file = directory.resolve("study.db");
    StudySetup setup =
        StudySetup.of(parse("minimise: [cost]\nmaximise: [gain]\n" + SPACE)).strategy("committee");
    try (StoredStudy study = StoredStudy.open(file, setup)) {
      for (int i = 0; i < 7; i++) {
        Trial trial = study.ask();
        double x = trial.configuration().real("x");
        study.tell(trial, x * x, Measurements.of("gain", x));
      }
      assertThatThrownBy(study::best).hasMessageContaining("ask for its front");
      assertThatThrownBy(study::recommend).hasMessageContaining("ask for its front");
      assertThat(study.leader()).isEmpty();
      assertThatThrownBy(() -> study.tell(study.ask(), 1)).hasMessageContaining("gain");
    }
    try (StoredStudy study = StoredStudy.open(file, setup)) {
      Front front = study.front().orElseThrow();
      assertThat(front.trials()).hasSize(7).isSortedAccordingTo(SeveralGoalsTest::byCost);
      assertThat(front.reference()).hasSize(2);
    }
    StudySetup other = StudySetup.of(parse("minimise: [cost, gain]\n" + SPACE));
    assertThatThrownBy(() -> StoredStudy.open(file, other))
        .hasMessageContaining(
            "it has 'minimise cost, maximise gain' where this run has 'minimise cost, minimise gain'");
  }

  private static int byCost(Trial one, Trial other) {
    return Double.compare(one.value(), other.value());
  }

  private static Problem parse(String text) {
    return SpaceFile.parse("space.yaml", text, Optional.empty());
  }
}
