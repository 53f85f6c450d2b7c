package dev.leadline.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.lab.method.Method;
import dev.leadline.lab.method.MethodContext;
import dev.leadline.lab.method.Methods;
import dev.leadline.torch.tensor.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunnerTest {

  private static final Plan PLAN =
      new Plan(
          List.of("branin-2d", "ackley-1d@noise=0.1"),
          List.of("rs", "cma-es"),
          2,
          null,
          Map.of("*", 12),
          null);
  private static final Environment HERE =
      new Environment(
          "17", "linux", "cpu", 2, "cpu", "abc", SourceTree.State.CHANGED, "2026-01-01T00:00:00Z");

  @TempDir Path folder;

  @Test
  void record_hasOneLinePerEvaluation() {
    run(folder, PLAN, 2);
    List<Evaluation> lines = read(folder);
    assertThat(lines).hasSize(2 * 2 * 2 * 22);
    assertThat(lines)
        .allSatisfy(
            line -> {
              assertThat(line.step()).isBetween(-9, 12);
              assertThat(line.regret()).isNotNegative();
              assertThat(line.together()).isOne();
            });
    assertThat(folder.resolve("plan.json")).exists();
    assertThat(folder.resolve("environment.json"))
        .content()
        .contains("\"commit\" : \"abc\"", "\"tree\" : \"CHANGED\"");
  }

  @Test
  void methods_shareTheInitialPoints() {
    run(folder, PLAN, 1);
    Map<String, List<Double>> initial = new TreeMap<>();
    for (Evaluation line : read(folder)) {
      if (line.step() <= 0) {
        String key = line.task() + line.seed() + "/" + line.step();
        assertThat(initial.computeIfAbsent(key, k -> line.x())).isEqualTo(line.x());
      }
    }
    assertThat(initial).hasSize(2 * 2 * 10);
  }

  @Test
  void values_doNotDependOnTheNumberOfThreads() {
    run(folder.resolve("one"), PLAN, 1);
    run(folder.resolve("two"), PLAN, 2);
    assertThat(values(folder.resolve("two"))).isEqualTo(values(folder.resolve("one")));
  }

  @Test
  void regret_neverRisesWithoutNoise() {
    run(folder, PLAN, 2);
    Map<RunKey, Double> last = new java.util.HashMap<>();
    for (Evaluation line : read(folder)) {
      if (line.task().equals("branin-2d")) {
        double previous = last.getOrDefault(line.run(), Double.POSITIVE_INFINITY);
        assertThat(line.regret()).isLessThanOrEqualTo(previous);
        last.put(line.run(), line.regret());
      }
    }
  }

  @Test
  void interruptedRecord_isResumedToTheSameValues() throws IOException {
    run(folder.resolve("whole"), PLAN, 1);
    Path cut = folder.resolve("cut");
    run(cut, PLAN, 1);
    String text = Files.readString(cut.resolve("runs.jsonl"));
    int withinALine = text.lastIndexOf('\n', text.length() * 2 / 3) + 20;
    Files.writeString(cut.resolve("runs.jsonl"), text.substring(0, withinALine));
    int skipped = run(cut, PLAN, 1);
    assertThat(skipped).isOne();
    List<Evaluation> lines = new ArrayList<>();
    assertThat(RecordReader.read(cut, lines::add)).isOne();
    assertThat(values(cut)).isEqualTo(values(folder.resolve("whole")));
    assertThat(cut.resolve("environment.2.json")).exists();
  }

  @Test
  void limitedRun_stopsBetweenStepsAndContinuesToTheSameValues() {
    run(folder.resolve("whole"), PLAN, 1);
    Path piecewise = folder.resolve("piecewise");
    long left = Long.MAX_VALUE;
    int calls = 0;
    while (left > 0) {
      AtomicLong ticks = new AtomicLong();
      TimeLimit limit = TimeLimit.after(Duration.ofNanos(30), ticks::incrementAndGet);
      long before = left;
      try (RecordDirectory record = RecordDirectory.open(piecewise, PLAN, HERE)) {
        left =
            new Runner(PLAN, methods(PLAN), 1, System::nanoTime)
                .run(record, (done, total, rest, latest) -> {}, limit);
      }
      assertThat(left).isLessThan(before);
      calls++;
    }
    assertThat(calls).isBetween(3, 10);
    assertThat(read(piecewise)).hasSize(176);
    assertThat(values(piecewise)).isEqualTo(values(folder.resolve("whole")));
  }

  @Test
  void finishedRecord_isLeftAlone() throws IOException {
    run(folder, PLAN, 1);
    String before = Files.readString(folder.resolve("runs.jsonl"));
    run(folder, PLAN, 1);
    assertThat(folder.resolve("runs.jsonl")).content().isEqualTo(before);
  }

  @Test
  void recordOfAnotherPlan_isRefused() throws IOException {
    run(folder, PLAN, 1);
    String before = Files.readString(folder.resolve("runs.jsonl"));
    Plan other = new Plan(PLAN.tasks(), List.of("rs"), 2, null, PLAN.steps(), null);
    assertThatThrownBy(() -> run(folder, other, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("another plan");
    assertThat(folder.resolve("runs.jsonl")).content().isEqualTo(before);
  }

  @Test
  void foreignDirectory_isRefused() throws IOException {
    Files.writeString(folder.resolve("thesis.tex"), "years of work");
    assertThatThrownBy(() -> run(folder, PLAN, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("other files");
    assertThat(folder.toFile().list()).containsExactly("thesis.tex");
  }

  @Test
  void unknownMethod_isRefused() {
    assertThatThrownBy(() -> Methods.named("rss", context()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("unknown method 'rss'")
        .hasMessageContaining("cma-es");
  }

  @Test
  void progress_reachesTheTotal() {
    List<Long> seen = new ArrayList<>();
    try (RecordDirectory record = RecordDirectory.open(folder, PLAN, HERE)) {
      new Runner(PLAN, methods(PLAN), 1, System::nanoTime)
          .run(
              record,
              (done, total, left, latest) -> {
                seen.add(done);
                assertThat(total).isEqualTo(176);
                assertThat(left).isGreaterThanOrEqualTo(Duration.ZERO);
              },
              TimeLimit.NONE);
    }
    assertThat(seen).isSorted().last().isEqualTo(176L);
  }

  static int run(Path directory, Plan plan, int threads) {
    try (RecordDirectory record = RecordDirectory.open(directory, plan, HERE)) {
      new Runner(plan, methods(plan), threads, System::nanoTime)
          .run(record, (done, total, left, latest) -> {}, TimeLimit.NONE);
      return record.skippedLines();
    }
  }

  private static List<Method> methods(Plan plan) {
    return plan.methods().stream().map(name -> Methods.named(name, context())).toList();
  }

  private static MethodContext context() {
    return new MethodContext(Device.CPU, Map.of());
  }

  private static List<Evaluation> read(Path directory) {
    List<Evaluation> lines = new ArrayList<>();
    assertThat(RecordReader.read(directory, lines::add)).isZero();
    return lines;
  }

  private static Map<String, Double> values(Path directory) {
    Map<String, Double> values = new TreeMap<>();
    RecordReader.read(directory, e -> values.put(e.run() + "/" + e.step(), e.value()));
    return values;
  }
}
