package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.storage.StoredTrial;
import dev.leadline.storage.StudyFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every example runs as its first lines say. */
class ExamplesTest {

  private static final Path EXAMPLES = Path.of("..", "examples").toAbsolutePath().normalize();
  private static final double GOOD = 0.45;

  @TempDir Path directory;

  @Test
  void branin_isSolvedByTheCommitteeAndNotByChance() {
    assertThat(branin("committee", 1)).isBetween(0.39788, GOOD);
    assertThat(branin("random", 1)).isGreaterThan(GOOD);
  }

  @Test
  void spaceFileOfTheReadme_isThatOfItsPicture() throws Exception {
    assertThat(Path.of("..", "README.md"))
        .content()
        .contains("```yaml\n" + Files.readString(EXAMPLES.resolve("cookbook/gcc.yaml")) + "```");
  }

  /** The steps of the example for GitHub, in a repository that has what they name. */
  @Test
  void nightlyAction_tunesAndLeavesItsPage() throws Exception {
    Path tools = Files.createDirectories(directory.resolve("tune/leadline"));
    Files.move(ThisBuild.launcher(directory), tools.resolve("leadline"));
    Files.copy(EXAMPLES.resolve("branin.yaml"), directory.resolve("tune/space.yaml"));
    Files.copy(EXAMPLES.resolve("branin.sh"), directory.resolve("tune/run.sh"));
    Matcher step =
        Pattern.compile("        run: \\|\n((?: {10}.*\n)+)")
            .matcher(Files.readString(EXAMPLES.resolve("github-action/tune-nightly.yml")));
    int steps = 0;
    while (step.find()) {
      steps++;
      ProcessBuilder bash =
          new ProcessBuilder("bash", "-e", "-o", "pipefail", "-c", step.group(1))
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(directory.resolve("log").toFile());
      bash.environment().put("TRIALS", "4");
      bash.environment().put("GITHUB_STEP_SUMMARY", directory.resolve("summary").toString());
      assertThat(bash.start().waitFor()).as(Files.readString(directory.resolve("log"))).isZero();
    }
    assertThat(steps).isEqualTo(2);
    assertThat(directory.resolve("summary"))
        .content()
        .contains(" in trial ", "  command: tune/run.sh ");
    assertThat(directory.resolve("tune.html")).isNotEmptyFile();
  }

  @Tag("slow")
  @Test
  void branin_isSolvedInNineOfTenSeeds() {
    for (String strategy : List.of("committee", "network")) {
      double[] model = new double[10];
      double[] random = new double[10];
      for (int seed = 0; seed < 10; seed++) {
        model[seed] = branin(strategy, seed);
        random[seed] = branin("random", seed);
      }
      assertThat(Arrays.stream(model).filter(value -> value < GOOD).count())
          .as(strategy)
          .isGreaterThanOrEqualTo(9);
      assertThat(mean(model)).isLessThan(mean(random));
    }
  }

  @Test
  void jvmFlags_areTunedOnARealProgram() throws Exception {
    Path launcher = ThisBuild.launcher(directory);
    Path file = directory.resolve("jvm.db");
    ProcessBuilder builder =
        new ProcessBuilder(
            EXAMPLES.resolve("jvm.sh").toString(),
            "--strategy",
            "committee",
            "--study",
            file.toString());
    builder.environment().put("LEADLINE", launcher.toString());
    builder.environment().put("TRIALS", "4");
    builder.environment().put("TMPDIR", directory.toString());
    Process run =
        builder.redirectErrorStream(true).redirectOutput(directory.resolve("log").toFile()).start();
    assertThat(run.waitFor(120, TimeUnit.SECONDS)).isTrue();
    String log = Files.readString(directory.resolve("log"));
    assertThat(run.exitValue()).as(log).isZero();
    assertThat(log).contains("command: java -Xmx").contains("recommended milliseconds: ");
  }

  @Test
  void library_findsTheOptimumInItsTenLines() throws Exception {
    Process run =
        new ProcessBuilder(
                ThisBuild.java(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                EXAMPLES.resolve("BraninLibrary.java").toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(run.waitFor()).as(output).isZero();
    double best = Double.parseDouble(output.strip().replaceFirst("(?s).* gives ", ""));
    assertThat(best).isBetween(0.39788, GOOD);
  }

  private double branin(String strategy, int seed) {
    Path file = directory.resolve(strategy + seed + ".db");
    CommandRun run =
        CommandRun.of(
            "run",
            "--space",
            EXAMPLES.resolve("branin.yaml").toString(),
            "--trials",
            "40",
            "--seed",
            Integer.toString(seed),
            "--strategy",
            strategy,
            "--study",
            file.toString(),
            "--",
            EXAMPLES.resolve("branin.sh").toString(),
            "{x1}",
            "{x2}");
    assertThat(run.code()).as(run.err()).isZero();
    return StudyFile.read(file).trials().stream()
        .mapToDouble(StoredTrial::valueOrNaN)
        .min()
        .orElseThrow();
  }

  /** A launcher that runs the classes under test instead of building. */
  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }
}
