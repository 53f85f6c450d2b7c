package dev.leadline.paper.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.lab.report.Results;
import dev.leadline.lab.report.TaskGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaimTestTest {

  private static final List<String> TASKS =
      List.of("ackley-2d", "levy-2d", "rastrigin-2d", "branin-2d", "beale-2d", "bukin-2d");
  private static final TaskGroup PLANE = TaskGroup.of("ackley-2d");
  private static final Claim REGULARISER = new Claim("helps", "pt-r", "pt", 0);
  private static final Claim ADDS = new Claim("adds", "pt", "local-only", 0);

  @TempDir Path folder;

  /** Runs of 4 seeds to 200 evaluations with a regret of their own at each length. */
  private Results results(Map<String, Double> regrets) throws IOException {
    StringBuilder lines = new StringBuilder();
    new TreeMap<>(regrets)
        .forEach(
            (method, regret) -> {
              for (int t = 0; t < TASKS.size(); t++) {
                for (int seed = 0; seed < 4; seed++) {
                  // tasks differ in scale, runs by a factor that depends on method, task and seed
                  double own = regret * Math.pow(10, t) * wobble(method, t, seed);
                  for (int step : new int[] {0, 50, 100, 200}) {
                    lines.append(
                        String.format(
                            Locale.ROOT,
                            "{\"task\":\"%s\",\"method\":\"%s\",\"seed\":%d,\"step\":%d,\"value\":0,"
                                + "\"regret\":%s,\"optimiserMs\":1,\"objectiveMs\":0,\"lanes\":1}%n",
                            TASKS.get(t),
                            method,
                            seed,
                            step,
                            own));
                  }
                }
              }
            });
    Path record = Files.createDirectories(folder.resolve("record" + regrets.hashCode()));
    Files.writeString(record.resolve("runs.jsonl"), lines);
    return Results.read(List.of(record));
  }

  private static double wobble(String method, int task, int seed) {
    return 1 + 0.2 * Math.sin(method.hashCode() % 97 + 1.7 * task + 2.3 * seed);
  }

  private static ClaimTest.Evidence evidence(Results results, Claim claim) {
    return new ClaimTest(results, false).test(claim, PLANE, 100).orElseThrow();
  }

  @Test
  void lowerRegretWithOneTraining_leansForTheClaim() throws IOException {
    ClaimTest.Evidence evidence = evidence(results(Map.of("pt", 2.0, "pt-r", 1.0)), REGULARISER);
    assertThat(evidence.mean()).isBetween(-.4, -.2); // half the regret: −0.3
    assertThat(evidence.high()).isLessThan(0);
    assertThat(evidence.tasks()).isEqualTo(6);
    assertThat(evidence.lower()).isEqualTo(24);
    assertThat(evidence.verdict().words(evidence.trainings())).isEqualTo("leans for");
  }

  @Test
  void trainingsThatAgree_decide() throws IOException {
    Results results =
        results(
            Map.of(
                "pt",
                2.0,
                "pt-r",
                1.0,
                "pt-seed2",
                2.2,
                "pt-r-seed2",
                1.0,
                "pt-seed3",
                1.9,
                "pt-r-seed3",
                1.0));
    ClaimTest.Evidence evidence = evidence(results, REGULARISER);
    assertThat(evidence.trainings()).isEqualTo(3);
    assertThat(evidence.verdict().words(3)).isEqualTo("holds");
    assertThat(evidence.lower()).isEqualTo(72);
  }

  @Test
  void trainingsThatDisagree_leaveItOpenThoughTheRunsAreMany() throws IOException {
    Results results =
        results(
            Map.of(
                "pt",
                2.0,
                "pt-r",
                1.0,
                "pt-seed2",
                1.0,
                "pt-r-seed2",
                1.6,
                "pt-seed3",
                3.0,
                "pt-r-seed3",
                1.0));
    ClaimTest.Evidence evidence = evidence(results, REGULARISER);
    assertThat(evidence.mean()).isNegative();
    assertThat(evidence.verdict()).isEqualTo(ClaimTest.Verdict.UNDECIDED);
  }

  @Test
  void controlWithoutTraining_isEveryTrainingsPartner() throws IOException {
    Results results =
        results(Map.of("pt", 3.0, "pt-seed2", 3.3, "pt-seed3", 2.8, "local-only", 1.0));
    ClaimTest.Evidence evidence = evidence(results, ADDS);
    assertThat(evidence.trainings()).isEqualTo(3);
    assertThat(evidence.verdict().words(3)).isEqualTo("does not hold");
  }

  @Test
  void halfGlobalRuns_areTestedAmongThemselves() throws IOException {
    Results results =
        results(Map.of("pt", 3.0, "local-only", 1.0, "pt-half", 1.0, "local-only-half", 3.0));
    Optional<ClaimTest.Evidence> half = new ClaimTest(results, true).test(ADDS, PLANE, 100);
    assertThat(half.orElseThrow().verdict()).isEqualTo(ClaimTest.Verdict.HOLDS);
    assertThat(evidence(results, ADDS).verdict()).isEqualTo(ClaimTest.Verdict.DOES_NOT_HOLD);
  }

  @Test
  void margin_letsAClaimOfEqualityHold() throws IOException {
    Results results = results(Map.of("pt-nur", 1.0, "gp-2022", 1.0));
    Claim equal = new Claim("as good", "pt-nur", "gp-2022", 0.2);
    assertThat(evidence(results, equal).verdict()).isEqualTo(ClaimTest.Verdict.HOLDS);
  }

  @Test
  void methodsWithoutSharedRuns_haveNoEvidence() throws IOException {
    Results results = results(Map.of("pt", 1.0));
    assertThat(new ClaimTest(results, false).test(ADDS, PLANE, 100)).isEmpty();
    assertThat(new ClaimTest(results, false).test(REGULARISER, PLANE, 100)).isEmpty();
  }

  @Test
  void hours_areThoseOfTrainingAndSuggestions() throws IOException {
    results(Map.of("pt-nur", 1.0, "gp-2022", 1.0));
    Path record = folder.resolve(String.valueOf(folder.toFile().list()[0]));
    Path training = Files.createDirectories(folder.resolve("training"));
    Files.writeString(
        training.resolve("training.json"), "{\"preset\": \"fair-2d-nur\", \"minutes\": 30}");
    String table = HoursTable.of(List.of(record), List.of(training));
    // 24 runs of 4 lines with a millisecond each
    assertThat(table)
        .contains("| 2-D | pt-nur | 0.5 | 2.67e-5 | 0.5 | 4800 | 3.2, 4.7 |")
        .contains("| 2-D | gp-2022 | – | 2.67e-5 | 2.67e-5 | 4800 | 3.2, 4.7 |");
  }

  @Test
  void tables_haveVerdictsLengthsAndBothKindsOfScores() throws IOException {
    results(Map.of("pt", 30.0, "pt-r", 1.0, "rs", 10.0, "local-only", 5.0));
    Path record = folder.resolve(String.valueOf(folder.toFile().list()[0]));
    String text = ClaimTables.of(List.of(record));
    assertThat(text)
        .contains("## Claims at 100 evaluations")
        .contains("| 2-D | the regulariser helps: pt-r below pt | leans for | log10 regret -1.4")
        .contains("| 2-D | the model adds to its search: pt below local-only | leans against | ")
        .contains("| inputs | claim | at 50 | at 100 | at 200 | at the end |")
        .doesNotContain("Half of the candidates")
        .doesNotContain("Beside the claims")
        .doesNotContain("NaN");
    // pt has three times the regret of random search: about −200 as it is, 0 with the cap
    assertThat(text).containsPattern("\\| 2-D \\| pt \\| -\\d+\\.\\d, 0\\.0 \\|");
  }

  @Test
  void tables_setEachVariantBesideAProcessBehindTheSameSearch() throws IOException {
    results(Map.of("pt", 1.0, "pt-r", 10.0, "gp-local", 1.0, "local-only", 5.0, "rs", 20.0));
    Path record = folder.resolve(String.valueOf(folder.toFile().list()[0]));
    assertThat(ClaimTables.of(List.of(record)))
        .contains("## Beside the claims, at 100 evaluations")
        .containsPattern("the surrogate alone: pt below gp-local \\| log10 regret [+-]0\\.0")
        .contains("the surrogate alone: pt-r below gp-local | log10 regret +");
  }
}
