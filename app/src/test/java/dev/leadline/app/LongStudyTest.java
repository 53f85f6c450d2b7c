package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Studies of a thousand and more trials, in a process with the memory the launcher gives it. */
class LongStudyTest {

  private static final long MOST_RESIDENT_KB = 400 << 10;
  private static final Pattern YOUNG = Pattern.compile("young=(\\w+)");
  private static final Pattern HEAP = Pattern.compile("heap=(\\w+)");
  private static final JsonMapper JSON = JsonMapper.shared();

  @TempDir Path directory;

  @Test
  void thousandObservations_fitIntoTheHeapOfTheLauncher() throws Exception {
    try (Conversation conversation = new Conversation("network", 10, directory)) {
      conversation.observe(996, new SplittableRandom(1));
      for (int i = 0; i < 4; i++) {
        conversation.askAndTell();
      }
      assertThat(conversation.mostResidentKilobytes()).isLessThan(MOST_RESIDENT_KB);
      assertThat(conversation.end()).isZero();
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"network, 10", "network, 30", "committee, 10", "committee, 30"})
  void twoThousandTrials_stayQuickAndSmall(String strategy, int inputs) throws Exception {
    double[] milliseconds = new double[2000];
    try (Conversation conversation = new Conversation(strategy, inputs, directory)) {
      conversation.observe(1, new SplittableRandom(1)); // the start of Java is no suggestion
      for (int i = 0; i < milliseconds.length; i++) {
        milliseconds[i] = conversation.askAndTell();
      }
      assertThat(conversation.mostResidentKilobytes()).isLessThan(MOST_RESIDENT_KB);
      assertThat(conversation.end()).isZero();
    }
    assertThat(median(milliseconds, 1900, 2000)).isLessThan(2 * median(milliseconds, 900, 1000));
    assertThat(Arrays.stream(milliseconds).max().orElseThrow()).isLessThan(1000);
  }

  private static double median(double[] values, int from, int to) {
    double[] sorted = Arrays.copyOfRange(values, from, to);
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** One process of {@code leadline ask-tell} that is told the values of Rosenbrock's valley. */
  private static final class Conversation implements AutoCloseable {

    private final Process process;
    private final PrintWriter requests;
    private final BufferedReader answers;
    private final int inputs;

    Conversation(String strategy, int inputs, Path directory) throws IOException {
      this.inputs = inputs;
      List<String> command = new ArrayList<>(launcherFlags());
      command.addAll(List.of("-cp", System.getProperty("java.class.path")));
      command.addAll(List.of(Leadline.class.getName(), "ask-tell", "--strategy", strategy));
      for (int d = 0; d < inputs; d++) {
        command.addAll(List.of("--param", "x%d=real:-5..10".formatted(d)));
      }
      process =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectError(directory.resolve("errors").toFile())
              .start();
      requests = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
      answers = process.inputReader(StandardCharsets.UTF_8);
    }

    private static List<String> launcherFlags() throws IOException {
      String launcher = Files.readString(Path.of("../leadline"));
      Matcher young = YOUNG.matcher(launcher);
      Matcher heap = HEAP.matcher(launcher);
      assertThat(young.find() && heap.find()).isTrue();
      String java = String.join(File.separator, System.getProperty("java.home"), "bin", "java");
      return List.of(java, "-XX:+UseSerialGC", "-Xmn" + young.group(1), "-Xmx" + heap.group(1));
    }

    void observe(int count, SplittableRandom random) throws IOException {
      for (int i = 0; i < count; i++) {
        double[] point = random.doubles(inputs, -5, 10).toArray();
        StringBuilder settings = new StringBuilder();
        for (int d = 0; d < inputs; d++) {
          settings.append(d == 0 ? "" : ",").append("\"x%d\":%s".formatted(d, point[d]));
        }
        request("{\"observe\":{%s},\"value\":%s}".formatted(settings, valley(point)));
      }
    }

    /** The time of the suggestion in milliseconds. */
    double askAndTell() throws IOException {
      long start = System.nanoTime();
      JsonNode trial = request("{\"ask\":1}");
      double milliseconds = (System.nanoTime() - start) * 1e-6;
      double[] point = new double[inputs];
      for (int d = 0; d < inputs; d++) {
        point[d] = trial.get("params").get("x" + d).asDouble();
      }
      request("{\"tell\":%d,\"value\":%s}".formatted(trial.get("trial").asInt(), valley(point)));
      return milliseconds;
    }

    private JsonNode request(String line) throws IOException {
      requests.println(line);
      String answer = answers.readLine();
      assertThat(answer).isNotNull().doesNotContain("error");
      return JSON.readTree(answer);
    }

    long mostResidentKilobytes() throws IOException {
      Path status = Path.of("/proc", Long.toString(process.pid()), "status");
      return Files.readAllLines(status).stream()
          .filter(line -> line.startsWith("VmHWM"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElseThrow();
    }

    int end() throws InterruptedException {
      requests.close();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      return process.exitValue();
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }

    private static double valley(double[] point) {
      double sum = 0;
      for (int d = 0; d + 1 < point.length; d++) {
        double bend = point[d + 1] - point[d] * point[d];
        sum += 100 * bend * bend + (1 - point[d]) * (1 - point[d]);
      }
      return sum;
    }
  }
}
