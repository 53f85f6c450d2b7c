package dev.leadline.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.lab.method.StudyOptions;
import dev.leadline.lab.problem.Told;
import dev.leadline.torch.tensor.Device;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs of every kind give the numbers that they gave before one loop made them all. */
@EnabledIfSystemProperty(
    named = "os.arch",
    matches = "amd64",
    disabledReason = "the numbers are those of amd64: other processors round sums otherwise")
class GoldenRunsTest {

  @TempDir Path directory;
  private int records;

  @ParameterizedTest
  @CsvSource({
    "rs, 23.2371195, 800988261",
    "sobol, 11.5231010, -895037251",
    "cma-es, 55.2758424, -410038187",
    "committee, 3.620408, -205339257",
    "committee-q3, 3.2952797, -1242852137",
    "default, 3.5824714, -396529200"
  })
  void functions(String method, double last, int hash) {
    List<@Nullable Double> values = new ArrayList<>();
    for (Evaluation line :
        lines(List.of("branin-2d", "mixed-branin", "levy-2d@noise=0.1"), method, 9, null, null)) {
      values.add(line.regret() + Objects.requireNonNull(line.value()));
    }
    check(values, last, hash);
  }

  @Test
  void goals() {
    List<@Nullable Double> reached = new ArrayList<>();
    reached.addAll(regrets(List.of("goals-zdt1"), "committee", 4, PLAIN));
    reached.addAll(regrets(List.of("goals-dtlz2-3"), "committee", 4, PLAIN));
    check(less(reached, 1), 0.1310186, 828695161);
  }

  @Test
  void limits() {
    List<@Nullable Double> best = new ArrayList<>();
    regrets(List.of("limits-gramacy"), "committee", 8, BUDGET)
        .forEach(regret -> best.add(0.5997880 + regret));
    best.addAll(regrets(List.of("limits-ackley-5"), "committee", 6, BUDGET));
    check(best, null, -1269399399);
  }

  @Test
  void failures() {
    List<@Nullable Double> reached = new ArrayList<>();
    regrets(List.of("failures-branin-scattered"), "committee", 6, BUDGET)
        .forEach(regret -> reached.add(0.397887 + regret));
    reached.addAll(regrets(List.of("failures-ackley-half"), "committee", 6, BUDGET));
    regrets(List.of("failures-heap"), "committee", 6, BUDGET)
        .forEach(regret -> reached.add(35.8 + regret));
    reached.addAll(less(regrets(List.of("failures-heap-two-goals"), "committee", 6, BUDGET), 1));
    reached.addAll(less(regrets(List.of("failures-dtlz2-scattered"), "committee", 6, BUDGET), 1));
    check(reached, 0.1338058, 618868816);
  }

  @ParameterizedTest
  @CsvSource({"conditional-*, 0.1198110, -1380610704", "filled-*, 0.4038978, 204214650"})
  void conditions(String tasks, double last, int hash) {
    check(regrets(List.of(tasks), "committee", 10, BUDGET), last, hash);
  }

  @Test
  void recommendations() {
    List<@Nullable Double> found = new ArrayList<>();
    List<String> tasks =
        List.of(
            "branin-2d@noise=0.1", "branin-2d@noise=0.3", "levy-2d@noise=0.1", "levy-2d@noise=0.3");
    for (String task : tasks) {
      List<Evaluation> lines =
          lines(List.of(task), "committee", 8, null, new StudyOptions(true, false, true));
      Evaluation last = lines.get(lines.size() - 1);
      Told.Choice recommended = Objects.requireNonNull(detail(last).recommended());
      double lowest = lines.stream().mapToDouble(line -> detail(line).regret()).min().orElseThrow();
      found.addAll(
          List.of(
              recommended.regret(),
              last.regret(),
              lowest,
              recommended.value(),
              recommended.low(),
              recommended.high()));
    }
    check(found, 3.5084701, 1794969960);
  }

  @Test
  void forecasts() {
    List<Evaluation> lines =
        lines(List.of("branin-2d"), "committee", 24, 0, new StudyOptions(false, true, false));
    for (int share : new int[] {1, 2}) {
      double sum =
          lines.subList(10, 15).stream()
              .map(line -> Objects.requireNonNull(detail(line).forecast()))
              .mapToDouble(forecast -> forecast.chances().get(share).chance())
              .sum();
      assertThat(sum).isCloseTo(share == 1 ? 3.7127089024 : 2.5745154520, within(1e-9));
    }
  }

  @Test
  void curves() {
    List<@Nullable Double> found = new ArrayList<>();
    for (int seed : new int[] {0, 1}) {
      for (String method : List.of("committee", "committee+median", "committee+asha")) {
        Plan plan = plan(List.of("curves-deflate-sources"), method, seed, 15, null, BUDGET);
        List<Evaluation> lines = lines(plan);
        double best = Double.POSITIVE_INFINITY;
        double winners = 0;
        double lost = 0;
        double lowest = Double.POSITIVE_INFINITY;
        for (Evaluation line : lines) {
          boolean wins = detail(line).regret() < best;
          winners += wins ? 1 : 0;
          lost += wins && line.value() == null ? 1 : 0;
          best = line.regret();
          lowest = line.value() == null ? lowest : Math.min(lowest, line.value());
        }
        double steps = lines.stream().mapToInt(line -> detail(line).steps()).sum();
        double ended = lines.stream().filter(line -> line.value() == null).count();
        found.addAll(List.of(steps, lowest, best, ended, winners, lost));
      }
    }
    check(found, 7.0, 2001291429);
  }

  private static final StudyOptions PLAIN = new StudyOptions(false, false, false);
  private static final StudyOptions BUDGET = new StudyOptions(true, false, false);

  private static Evaluation.Detail detail(Evaluation line) {
    return Objects.requireNonNull(line.detail());
  }

  private List<@Nullable Double> regrets(
      List<String> tasks, String method, int steps, StudyOptions study) {
    List<@Nullable Double> regrets = new ArrayList<>();
    for (Evaluation line : lines(tasks, method, steps, null, study)) {
      regrets.add(Double.isInfinite(line.regret()) ? null : (Double) line.regret());
    }
    return regrets;
  }

  private static List<@Nullable Double> less(List<@Nullable Double> regrets, double most) {
    List<@Nullable Double> rest = new ArrayList<>();
    regrets.forEach(regret -> rest.add(most - regret));
    return rest;
  }

  private List<Evaluation> lines(
      List<String> tasks,
      String method,
      int steps,
      @Nullable Integer initial,
      @Nullable StudyOptions study) {
    return lines(plan(tasks, method, 3, steps, initial, study));
  }

  private static Plan plan(
      List<String> tasks,
      String method,
      int seed,
      int steps,
      @Nullable Integer initial,
      @Nullable StudyOptions study) {
    return new Plan(
        tasks, List.of(method), 1, seed, Map.of("*", steps), Map.of(), initial, null, study);
  }

  private List<Evaluation> lines(Plan plan) {
    Path record = directory.resolve(Integer.toString(records++));
    new Experiment(plan, Device.CPU, 1)
        .run(record, InstantSource.system(), (done, total, left, latest) -> {}, TimeLimit.NONE);
    List<Evaluation> lines = new ArrayList<>();
    RecordReader.read(record, lines::add);
    return lines;
  }

  /** To seven digits behind the point. */
  private static void check(List<@Nullable Double> found, @Nullable Double last, int hash) {
    List<@Nullable Double> rounded = new ArrayList<>();
    found.forEach(v -> rounded.add(v == null ? null : (Double) (Math.round(v * 1e7) / 1e7)));
    assertThat(rounded.get(rounded.size() - 1)).isEqualTo(last);
    assertThat(rounded.hashCode()).as(rounded.toString()).isEqualTo(hash);
  }
}
