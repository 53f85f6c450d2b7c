package dev.leadline.lab.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.lab.functions.TestFunction;
import dev.leadline.lab.functions.TestFunctions;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class VariantsTest {

  static final List<TestFunction> FUNCTIONS =
      Stream.concat(TestFunctions.paper().stream(), TestFunctions.further().stream()).toList();

  @Test
  void variants_standInAFixedOrderAndCompose() {
    Task task = Tasks.named("levy-5d@noise=0.1@skew@irrelevant=3@shift");
    assertThat(task.name()).isEqualTo("levy-5d@shift@irrelevant=3@skew@noise=0.1");
    assertThat(task.dimensions()).isEqualTo(8);
    assertThat(Tasks.named(task.name()).objective(1).used()).hasSize(5);
    assertThat(Tasks.named("branin-2d@irrelevant=1").initial(0)).hasDimensions(50, 3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"levy-2d@irrelevant", "levy-2d@irrelevant=few", "levy-2d@skewed"})
  void unknownVariant_isRefused(String pattern) {
    assertThatThrownBy(() -> Tasks.named(pattern))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + pattern + "'");
  }

  @Test
  void tooManyIrrelevantInputs_areRefused() {
    assertThatThrownBy(() -> Tasks.named("levy-2d@irrelevant=201"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0 to 200 irrelevant inputs but got 201");
  }

  @ParameterizedTest
  @FieldSource("FUNCTIONS")
  void irrelevantInputs_areIgnoredAndTheOthersAreNot(TestFunction function) {
    Objective objective = task(function, "@irrelevant=4").objective(2);
    SplittableRandom random = new SplittableRandom(7);
    Set<Integer> used = new HashSet<>(objective.used());
    assertThat(used).hasSize(function.dimensions());
    double[] point = atTheMinimum(function, objective, random);
    double value = objective.value(point);
    for (int i = 0; i < point.length; i++) {
      double[] moved = point.clone();
      moved[i] += moved[i] < 0.5 ? 0.1 : -0.1;
      if (used.contains(i)) {
        assertThat(objective.value(moved)).isNotEqualTo(value);
      } else {
        assertThat(objective.value(moved)).isEqualTo(value);
      }
    }
  }

  @ParameterizedTest
  @FieldSource("FUNCTIONS")
  void minimum_isAttainedWhateverTheVariantAndNothingIsBelowIt(TestFunction function) {
    Objective objective = task(function, "@irrelevant=3@skew").objective(5);
    SplittableRandom random = new SplittableRandom(9);
    double[] place = atTheMinimum(function, objective, random);
    double tolerance = function.name().equals("bukin") ? 1e-5 : 1e-8;
    assertThat(objective.value(place)).isCloseTo(objective.minimum(), within(tolerance));
    for (int k = 0; k < 2000; k++) {
      double[] point = random.doubles(objective.dimensions()).toArray();
      assertThat(objective.value(point)).isGreaterThanOrEqualTo(objective.minimum() - 1e-9);
      assertThat(objective.observe(point, k)).isGreaterThan(objective.observe(place, k));
    }
  }

  /** The task of a function with variants, in the function's suite. */
  private static Task task(TestFunction function, String variants) {
    boolean paper = TestFunctions.paper().stream().anyMatch(f -> f.name().equals(function.name()));
    Suite suite = paper ? Suite.PAPER : Suite.FURTHER;
    return Tasks.named(suite.prefix() + function + variants);
  }

  /** The minimiser in the inputs that count, anything in the others. */
  private static double[] atTheMinimum(
      TestFunction function, Objective objective, SplittableRandom random) {
    double[] place = random.doubles(objective.dimensions()).toArray();
    double[] minimiser = function.unitMinimiser();
    for (int i = 0; i < minimiser.length; i++) {
      place[objective.used().get(i)] = minimiser[i];
    }
    return place;
  }

  @Test
  void usedInputs_areDrawnFromTheSeedAndAllEquallyOften() {
    Task task = Tasks.named("levy-5d@irrelevant=5");
    int[] counts = new int[10];
    for (long seed = 0; seed < 2000; seed++) {
      List<Integer> used = task.objective(seed).used();
      assertThat(used).isSorted().hasSize(5).isEqualTo(task.objective(seed).used());
      used.forEach(i -> counts[i]++);
    }
    assertThat(IntStream.of(counts)).allSatisfy(count -> assertThat(count).isBetween(900, 1100));
  }

  @ParameterizedTest
  @FieldSource("FUNCTIONS")
  void skew_keepsTheOrderAndMakesAHeavyUpperTail(TestFunction function) {
    Objective skewed = task(function, "@skew").objective(0);
    SplittableRandom random = new SplittableRandom(3);
    double[][] points =
        IntStream.range(0, 4000)
            .mapToObj(k -> random.doubles(function.dimensions()).toArray())
            .toArray(double[][]::new);
    double[] values = Arrays.stream(points).mapToDouble(skewed::value).sorted().toArray();
    double[] seen = Arrays.stream(points).mapToDouble(p -> skewed.observe(p, 0)).toArray();
    Arrays.sort(points, (a, b) -> Double.compare(skewed.value(a), skewed.value(b)));
    Arrays.sort(seen);
    double[] inOrderOfValues =
        Arrays.stream(points).mapToDouble(p -> skewed.observe(p, 0)).toArray();
    assertThat(inOrderOfValues).isEqualTo(seen);
    assertThat(upperTail(seen)).isGreaterThan(1.5 * upperTail(values));
    assertThat(skewed.value(points[0])).isEqualTo(function.atUnit(points[0]));
  }

  /** The distance of the last percentile from the median, in distances of the first one from it. */
  private static double upperTail(double[] sorted) {
    double median = sorted[sorted.length / 2];
    double first = sorted[sorted.length / 100];
    double last = sorted[sorted.length - sorted.length / 100];
    return (last - median) / (median - first);
  }

  @Test
  void skew_isContinuousAndHasAContinuousSlope() {
    Skew skew = new Skew(3, 2);
    double step = 1e-6;
    assertThat(skew.apply(3)).isEqualTo(1);
    assertThat(skew.apply(3 - step)).isCloseTo(1, within(2e-6));
    double below = (skew.apply(3) - skew.apply(3 - step)) / step;
    double above = (skew.apply(3 + step) - skew.apply(3)) / step;
    assertThat(above).isCloseTo(below, within(1e-5));
  }

  @Test
  void noise_isAShareOfTheDeviationOfWhatIsSeen() {
    double plain = spread(Tasks.named("levy-2d@noise=0.1").objective(1));
    double hidden = spread(Tasks.named("levy-2d@irrelevant=3@noise=0.1").objective(1));
    assertThat(hidden / plain).isCloseTo(1, within(0.1));
    Objective skewed = Tasks.named("levy-2d@skew@noise=0.1").objective(1);
    SplittableRandom random = new SplittableRandom(4);
    double[] seen =
        IntStream.range(0, 20_000)
            .mapToDouble(k -> skewed.value(random.doubles(2).toArray()))
            .map(v -> skewed.skew().orElseThrow().apply(v))
            .toArray();
    double mean = Arrays.stream(seen).average().orElseThrow();
    double deviation =
        Math.sqrt(Arrays.stream(seen).map(v -> (v - mean) * (v - mean)).average().orElseThrow());
    assertThat(spread(skewed) / deviation).isCloseTo(0.1, within(0.02));
  }

  private static double spread(Objective objective) {
    return Math.sqrt(
        IntStream.range(0, 4000)
            .mapToDouble(objective::disturbance)
            .map(v -> v * v)
            .average()
            .orElseThrow());
  }
}
