package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The tests of the package for Python, with this build as its program. */
class PythonTest {

  @BeforeAll
  static void requirePython() throws InterruptedException {
    assumeTrue(isPythonThere(), "PYTHON3 IS NOT INSTALLED: the package for Python was not tested");
  }

  @Test
  void pythonPackage_passesItsOwnTests() throws Exception {
    String output =
        run(Map.of(), List.of("python3", "-m", "unittest", "discover", "-v", "-s", "tests"));
    assertThat(output).contains("test_example_finds_a_good_value").contains("test_minimize_finds");
    output.lines().filter(line -> line.contains("NOT INSTALLED")).forEach(System.err::println);
  }

  /** In an environment of its own, from the wheel, with all that the tests above do without. */
  @Test
  @Tag("dist")
  @Timeout(
      value = 30,
      unit = TimeUnit.MINUTES) // a thousand trials, and all of scikit-learn's checks
  void wheel_worksWithoutJavaAndWithItsExtras() throws Exception {
    assertThat(run(Map.of("LEADLINE_SLOW", "1"), List.of("./check_wheel.sh")))
        .contains("the wheel works");
  }

  private static String run(Map<String, String> environment, List<String> command)
      throws Exception {
    ProcessBuilder tests = new ProcessBuilder(command).redirectErrorStream(true);
    tests.directory(root().resolve("clients/python").toFile());
    tests.environment().put("LEADLINE_CLASS_PATH", System.getProperty("java.class.path"));
    tests.environment().put("JAVA_HOME", System.getProperty("java.home"));
    tests.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    tests.environment().putAll(environment);
    Process process = tests.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  private static boolean isPythonThere() throws InterruptedException {
    try {
      return new ProcessBuilder("python3", "--version").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static Path root() {
    return Stream.iterate(Path.of("").toAbsolutePath(), Path::getParent)
        .filter(folder -> Files.exists(folder.resolve(".mvn")))
        .findFirst()
        .orElseThrow();
  }
}
