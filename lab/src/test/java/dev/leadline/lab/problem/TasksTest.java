package dev.leadline.lab.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.lab.functions.TestFunction;
import dev.leadline.lab.functions.TestFunctions;
import dev.leadline.lab.recorded.RecordedPrograms;
import dev.leadline.space.Configuration;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class TasksTest {

  static final List<String> NAMES =
      Tasks.names().stream().filter(name -> !Suite.of(name).mixesKinds()).toList();

  @Test
  void pattern_selectsTasksAndAppliesVariants() {
    assertThat(Tasks.matching(List.of("*"))).hasSize(38);
    assertThat(Tasks.matching(List.of("*-2d", "ackley-*"))).hasSize(19);
    assertThat(Tasks.matching(List.of("ackley-*@shift")).stream().map(Task::name))
        .containsExactly(
            "ackley-1d@shift", "ackley-2d@shift", "ackley-5d@shift", "ackley-10d@shift");
    assertThat(Tasks.named("levy-5d@shift@noise=0.30").name()).isEqualTo("levy-5d@shift@noise=0.3");
  }

  @Test
  void pattern_staysWithinItsSuite() {
    assertThat(Tasks.matching(List.of("*"))).allMatch(task -> Suite.of(task.name()) == Suite.PAPER);
    assertThat(Tasks.matching(List.of("*-10d"))).hasSize(8);
    assertThat(Tasks.matching(List.of("further-*")))
        .hasSize(27)
        .allMatch(task -> Suite.of(task.name()) == Suite.FURTHER);
    assertThat(Tasks.matching(List.of("further-*-5d@skew@shift")))
        .hasSize(8)
        .allMatch(task -> task.name().endsWith("-5d@shift@skew"));
    assertThat(Tasks.matching(List.of("further-rotated-*-20d")).stream().map(Task::name))
        .containsExactly("further-rotated-ellipsoid-20d", "further-rotated-levy-20d");
    int recorded = RecordedPrograms.open().size() + RecordedPrograms.heldOut().size();
    int ofOtherKinds = 24 + 18 + 10 + 15 + 2 * 6; // curves, goals, limits, failures, conditions
    assertThat(Tasks.names())
        .hasSize(38 + 10 + 27 + 9 + 12 + recorded + ofOtherKinds)
        .doesNotHaveDuplicates();
  }

  @Test
  void recordedPrograms_areForTuningOrHeldOut() {
    List<Task> open = Tasks.matching(List.of("real-*"));
    List<Task> heldOut = Tasks.matching(List.of("sealed-*"));
    assertThat(open.size() + heldOut.size()).isGreaterThanOrEqualTo(30);
    assertThat(open.size() - heldOut.size()).isBetween(0, 1);
    assertThat(open).allMatch(task -> Suite.of(task.name()) == Suite.REAL);
    assertThat(heldOut.stream().map(Task::functionName))
        .doesNotContainAnyElementsOf(open.stream().map(Task::functionName).toList());
    assertThatThrownBy(() -> Tasks.named(open.get(0).name() + "@shift"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("@shift");
  }

  @Test
  void recordedProgram_isTheSameForEverySeedAndSnapsToItsSpace() {
    Task task = Tasks.named("real-svc-ionosphere");
    assertThat(task.initialPoints()).isEqualTo(10);
    double[] point = new SplittableRandom(1).doubles(task.dimensions()).toArray();
    Objective objective = task.objective(1);
    assertThat(objective.value(point))
        .isEqualTo(task.objective(2).value(point))
        .isEqualTo(objective.value(objective.snap(point)))
        .isGreaterThanOrEqualTo(objective.minimum());
    assertThat(objective.parameters(point)).hasSize(7).hasSameSizeAs(objective.inputs());
  }

  @Test
  void tables_areReadFromADirectory(@TempDir Path tables) throws IOException {
    String header =
        """
        {"name": "small", "source": "a test", "whole": true, "rows": 6, "minimum": 0.5, "parameters": [
        {"name": "rate", "kind": "ordinal", "options": ["0.001", "0.01", "1"]},
        {"name": "kind", "kind": "choice", "options": ["a", "b"]}]}""";
    ByteBuffer values = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : new float[] {3, 1, 4, 0.5f, 5, 9}) {
      values.putFloat(value);
    }
    Path file = tables.resolve("table-small.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write((header.replace("\n", " ") + "\n").getBytes(StandardCharsets.UTF_8));
      out.write(values.array());
    }
    List<Task> found = Tasks.matching(List.of("table-*"), tables);
    assertThat(found.stream().map(Task::name)).containsExactly("table-small");
    Objective objective = found.get(0).objective(1);
    Configuration middle = Configuration.empty().with("rate", 0.01).with("kind", "b");
    double[] point = objective.space().encode(middle);
    assertThat(objective.value(point)).isEqualTo(0.5).isEqualTo(objective.minimum());
    assertThat(objective.parameters(point)).containsExactly(1, 1);
    assertThatThrownBy(() -> Tasks.matching(List.of("table-*")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--tables DIR");
  }

  @Test
  void unknownName_isAnsweredWithThoseLikeIt() {
    assertThatThrownBy(() -> Tasks.named("hartmann-6d@shift"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith(
            "at least one of further-hartmann-3d, further-hartmann-6d, limits-hartmann-norm, failures-hartmann-ball, failures-hartmann-scattered");
    assertThatThrownBy(() -> Tasks.named("mixed-levy@shift"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("mixed-levy,")
        .hasMessageNotContaining("further-");
    assertThatThrownBy(() -> Tasks.named("swirl-2d"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("ackley-1d", "mixed-ackley", "further-hartmann-3d");
  }

  @Test
  void name_findsTheSameTaskAgain() {
    List<String> patterns =
        List.of("*", "*@shift", "*@noise=0.1", "mixed-*", "further-*", "further-*@irrelevant=3");
    for (Task task : Tasks.matching(patterns)) {
      assertThat(Tasks.named(task.name()).name()).isEqualTo(task.name());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ackly-2d", "ackley-3d", "ackley-2d@shfit", "ackley-2d@noise=loud", ""})
  void unknownPattern_isRefused(String pattern) {
    assertThatThrownBy(() -> Tasks.matching(List.of(pattern)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + pattern + "'");
  }

  @ParameterizedTest
  @FieldSource("NAMES")
  void shift_keepsTheMinimumAndMovesThePlace(String name) {
    Task task = Tasks.named(name + "@shift");
    Objective first = task.objective(1);
    Objective second = task.objective(2);
    double[] place = minimiser(task, 1);
    assertThat(place).isNotEqualTo(minimiser(task, 2));
    assertThat(DoubleStream.of(place)).allSatisfy(x -> assertThat(x).isBetween(0.1, 0.9));
    double tolerance = name.startsWith("bukin") ? 1e-5 : 1e-8;
    assertThat(first.value(place)).isCloseTo(first.minimum(), within(tolerance));
    SplittableRandom random = new SplittableRandom(3);
    for (int k = 0; k < 2000; k++) {
      double[] point = random.doubles(task.dimensions()).toArray();
      assertThat(first.value(point)).isGreaterThanOrEqualTo(first.minimum() - 1e-9);
      if (!task.functionName().equals("step")) { // which has few values
        assertThat(first.value(point)).isNotEqualTo(second.value(point));
      }
    }
  }

  @Test
  void shift_isContinuousAcrossTheMirror() {
    Objective objective = Tasks.named("rosenbrock-2d@shift").objective(4);
    double previous = objective.value(new double[] {0, 0.3});
    for (int i = 1; i <= 100_000; i++) {
      double value = objective.value(new double[] {i / 100_000.0, 0.3});
      assertThat(Math.abs(value - previous)).isLessThan(40);
      previous = value;
    }
  }

  @Test
  void noise_hasTheStatedSizeAndDependsOnThePlaceInTheRun() {
    Task task = Tasks.named("branin-2d@noise=0.1");
    Objective objective = task.objective(5);
    double[] point = {0.4, 0.6};
    double[] noise =
        IntStream.range(0, 4000)
            .mapToDouble(i -> objective.observe(point, i) - objective.value(point))
            .toArray();
    double mean = DoubleStream.of(noise).average().orElseThrow();
    double deviation =
        Math.sqrt(DoubleStream.of(noise).map(v -> v * v).sum() / noise.length - mean * mean);
    // branin has a standard deviation of 51.3 over its box
    assertThat(deviation).isCloseTo(5.13, within(0.3));
    assertThat(mean).isCloseTo(0, within(0.4));
    assertThat(objective.observe(point, 7)).isEqualTo(task.objective(5).observe(point, 7));
    assertThat(objective.observe(point, 7)).isNotEqualTo(task.objective(6).observe(point, 7));
  }

  @Test
  void initialDesign_dependsOnTaskAndSeed() {
    Task ackley = Tasks.named("ackley-2d");
    assertThat(ackley.initial(0)).hasDimensions(10, 2);
    assertThat(Tasks.named("levy-5d").initial(0)).hasDimensions(50, 5);
    assertThat(Tasks.named("further-schwefel-2d").initial(0)).hasDimensions(10, 2);
    assertThat(Tasks.named("further-hartmann-3d").initial(0)).hasDimensions(50, 3);
    assertThat(Tasks.named("further-rotated-levy-20d").initial(0)).hasDimensions(50, 20);
    assertThat(ackley.initial(0)).isDeepEqualTo(ackley.initial(0));
    assertThat(ackley.initial(0)[0]).isNotEqualTo(ackley.initial(1)[0]);
    assertThat(ackley.initial(0)[0]).isNotEqualTo(Tasks.named("levy-2d").initial(0)[0]);
  }

  @Test
  void mixedTasks_areTenAndKnowTheirMinimum() {
    List<Task> mixed = Tasks.matching(List.of("mixed-*"));
    assertThat(mixed).hasSize(10);
    for (Task task : mixed) {
      Objective objective = task.objective(3);
      SplittableRandom random = new SplittableRandom(8);
      double best = Double.POSITIVE_INFINITY;
      for (int k = 0; k < 3000; k++) {
        double[] point = objective.snap(random.doubles(task.dimensions()).toArray());
        assertThat(objective.snap(point)).isEqualTo(point);
        best = Math.min(best, objective.value(point));
      }
      assertThat(best).isGreaterThanOrEqualTo(objective.minimum() - 1e-9);
      assertThat(lowest(task, objective)).isCloseTo(objective.minimum(), within(1e-6));
    }
    assertThat(Tasks.matching(List.of("*"))).hasSize(38);
  }

  /** The value where every discrete parameter stands for the minimiser's coordinate. */
  private static double lowest(Task task, Objective objective) {
    TestFunction function =
        TestFunctions.paper().stream()
            .filter(f -> f.name().equals(task.functionName()))
            .filter(f -> f.dimensions() == objective.inputs().size())
            .findFirst()
            .orElseThrow();
    double[] minimiser = function.unitMinimiser();
    double[] place = new double[minimiser.length];
    for (int i = 0; i < minimiser.length; i++) {
      List<Double> places = objective.inputs().get(i).places();
      double wanted = minimiser[i];
      double nearest =
          places.isEmpty()
              ? wanted
              : places.stream()
                  .min(Comparator.comparingDouble(p -> Math.abs(p - wanted)))
                  .orElseThrow();
      place[i] = nearest;
    }
    return function.atUnit(place);
  }

  private static double[] minimiser(Task task, long seed) {
    String function = "%s-%dd".formatted(task.functionName(), task.dimensions());
    SplittableRandom random = Seed.stream("shift " + function, seed);
    return IntStream.range(0, task.dimensions())
        .mapToDouble(i -> random.nextDouble(0.1, 0.9))
        .toArray();
  }
}
