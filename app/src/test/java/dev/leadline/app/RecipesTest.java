package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every recipe of the cookbook runs, on a small scale; one whose tools are missing says so. */
class RecipesTest {

  private static final Path COOKBOOK = Path.of("..", "examples", "cookbook").toAbsolutePath();
  private static final int TOOL_IS_MISSING = 69;
  private static final String NOTHING = "there is nothing to confirm"; // four trials may be worse

  @TempDir Path directory;

  @Test
  void sqlite_isTunedAndConfirmed() throws Exception {
    String log = run("sqlite.sh");
    assertThat(log).contains("recommended seconds: ").contains("95 % interval");
  }

  @Test
  void simulation_isTunedAndProven() throws Exception {
    assertThat(run("simulation.sh")).contains("best: ").contains("95 % interval");
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(
      strings = {"collector.sh", "gcc.sh", "nginx.sh", "postgres.sh", "service.sh", "jmh.sh"})
  void command_isTunedAndConfirmed(String recipe) throws Exception {
    assertThat(run(recipe)).contains("command: ").containsPattern("95 % interval|" + NOTHING);
  }

  @Tag("slow")
  @Test
  void cluster_makesTheBudgetTogether() throws Exception {
    assertThat(run("cluster.sh")).contains("\"median\":");
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"boosting.py 4 3", "network.py 4 3 2"})
  void python_isTunedAndProven(String recipe) throws Exception {
    assertThat(run(("python3 " + COOKBOOK + "/" + recipe).split(" "))).contains("95 % interval");
  }

  @Test
  void everyRecipe_isTriedHereAndStandsInTheList() throws Exception {
    String tests = Files.readString(Path.of("src/test/java/dev/leadline/app/RecipesTest.java"));
    String list = Files.readString(COOKBOOK.resolve("README.md"));
    try (Stream<Path> files = Files.list(COOKBOOK)) {
      List<String> recipes =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.matches("[a-z]+\\.(sh|py)"))
              .filter(name -> !List.of("recipe.sh", "proof.py").contains(name))
              .toList();
      assertThat(recipes).hasSizeGreaterThan(8);
      assertThat(recipes)
          .allSatisfy(name -> assertThat(tests).contains(name))
          .allSatisfy(name -> assertThat(list).contains("(" + name + ")"));
    }
  }

  private String run(String recipe) throws Exception {
    return run(new String[] {COOKBOOK.resolve(recipe).toString()});
  }

  private String run(String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command);
    var environment = builder.environment();
    environment.put("LEADLINE", ThisBuild.launcher(directory).toString());
    environment.put("LEADLINE_CLASS_PATH", System.getProperty("java.class.path"));
    environment.put("PYTHONPATH", COOKBOOK.resolve("../../clients/python").toString());
    environment.put("WORK", directory.resolve("work").toString());
    environment.put("TRIALS", "4");
    environment.put("REPEAT", "2");
    environment.put("STEPS", "100000");
    environment.put("ROWS", "400");
    environment.put("ROUNDS", "300");
    environment.put("SECONDS_A_TRIAL", "1");
    assertThat(directory.toFile().setExecutable(true, false)).isTrue(); // for PostgreSQL's own user
    Path out = directory.resolve("log");
    Process run = builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
    assertThat(run.waitFor(5, TimeUnit.MINUTES)).isTrue();
    String log = Files.readString(out);
    assumeThat(run.exitValue()).as(log).isNotEqualTo(TOOL_IS_MISSING);
    assertThat(run.exitValue()).as(log).isEqualTo(log.contains(NOTHING) ? 1 : 0);
    return log;
  }
}
