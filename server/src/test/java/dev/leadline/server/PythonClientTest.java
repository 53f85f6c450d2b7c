package dev.leadline.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tests and the example of the client for Python, against a real server. */
class PythonClientTest {

  @Test
  void pythonClient_passesItsOwnTests() throws Exception {
    assumeTrue(isPythonThere(), "PYTHON3 IS NOT INSTALLED: the client for Python was not tested");
    try (RunningServer server = RunningServer.open()) {
      ProcessBuilder tests =
          new ProcessBuilder("python3", "-m", "unittest", "discover", "-v", "-s", "tests");
      tests.directory(root().resolve("clients/python").toFile());
      tests.environment().put("LEADLINE_SERVER", "http://127.0.0.1:" + server.port());
      tests.environment().put("PYTHONDONTWRITEBYTECODE", "1");
      Process process = tests.redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(output).isZero();
      assertThat(output).contains("test_example_finds_a_good_value");
      output.lines().filter(line -> line.contains("NOT INSTALLED")).forEach(System.err::println);
    }
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
