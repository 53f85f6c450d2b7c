package dev.leadline.lab.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.leadline.lab.functions.TestFunction.Shape;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

class TestFunctionContractTest {

  static final List<TestFunction> ALL =
      Stream.of(TestFunctions.paper(), TestFunctions.further(), TestFunctions.illConditioned())
          .flatMap(List::stream)
          .toList();

  @Test
  void catalogue_holdsThePapersTasks() {
    List<TestFunction> paper = TestFunctions.paper();
    assertThat(bySize(paper)).isEqualTo(Map.of(1, 6L, 2, 16L, 5, 8L, 10, 8L));
    assertThat(paper.stream().map(TestFunction::name).distinct()).hasSize(16);
  }

  @Test
  void catalogue_holdsFurtherFunctionsOfOtherNamesAndSizes() {
    assertThat(bySize(TestFunctions.further()))
        .isEqualTo(Map.of(2, 2L, 3, 1L, 4, 3L, 5, 8L, 6, 2L, 8, 2L, 10, 7L, 20, 2L));
    assertThat(ALL.stream().map(TestFunction::toString)).doesNotHaveDuplicates();
  }

  @Test
  void contestedBowls_haveAxesThatAreNoInputs() {
    TestFunction bowl = find("rotated-steep-ellipsoid-5d");
    double[] at = bowl.minimiser();
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (int i = 0; i < 5; i++) {
      double[] moved = at.clone();
      moved[i] += 1e-2;
      least = Math.min(least, bowl.at(moved));
      most = Math.max(most, bowl.at(moved));
    }
    assertThat(most / least).isLessThan(1e3);
    assertThat(most).isBetween(1.0, 1e6 * 1e-4);
  }

  @Test
  void contestedWells_areNearlyEquallyDeepAndFarApart() {
    TestFunction wells = find("wells-5d");
    double second = Double.POSITIVE_INFINITY;
    SplittableRandom random = new SplittableRandom(3);
    for (int start = 0; start < 200; start++) {
      double[] point = random.doubles(5).toArray();
      for (int step = 0; step < 2000; step++) {
        double[] next = point.clone();
        double radius = Math.pow(10, -random.nextDouble(0.5, 4));
        for (int i = 0; i < 5; i++) {
          next[i] = Math.min(1, Math.max(0, next[i] + radius * random.nextGaussian()));
        }
        point = wells.at(next) < wells.at(point) ? next : point;
      }
      double away = 0;
      for (int i = 0; i < 5; i++) {
        away = Math.max(away, Math.abs(point[i] - wells.minimiser()[i]));
      }
      second = away < 0.02 ? second : Math.min(second, wells.at(point));
    }
    assertThat(second).isBetween(0.1, 0.2);
  }

  private static Map<Integer, Long> bySize(List<TestFunction> functions) {
    return functions.stream()
        .collect(Collectors.groupingBy(TestFunction::dimensions, Collectors.counting()));
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void minimum_isAttainedInsideTheBox(TestFunction function) {
    double[] at = function.minimiser();
    assertThat(function.at(at)).isCloseTo(function.minimum(), within(1e-12));
    assertThat(function.atUnit(function.unitMinimiser()))
        .isCloseTo(function.minimum(), within(function.name().equals("bukin") ? 1e-5 : 1e-9));
    for (int i = 0; i < at.length; i++) {
      assertThat(at[i]).isBetween(function.lower()[i], function.upper()[i]);
    }
  }

  static Stream<Arguments> published() {
    return Stream.of(
        arguments("branin-2d", 0.3978873577, 1e-10),
        arguments("cosinemixture-8d", -0.8, 0),
        arguments("dropwave-2d", -1, 0),
        arguments("eggholder-2d", -959.6406627, 1e-7),
        arguments("goldsteinprice-2d", 3, 0),
        arguments("hartmann-3d", -3.86278, 1e-5),
        arguments("hartmann-6d", -3.32237, 1e-5),
        arguments("holdertable-2d", -19.2085025679, 1e-10),
        arguments("michalewicz-2d", -1.80130341, 1e-8),
        arguments("michalewicz-5d", -4.687658, 1e-6),
        arguments("michalewicz-10d", -9.66015, 1e-5),
        arguments("shekel-4d", -10.5364, 1e-4),
        arguments("sixhumpcamel-2d", -1.0316284535, 1e-10),
        arguments("styblinskitang-1d", -39.1661657038, 1e-10),
        arguments("styblinskitang-10d", -391.661657038, 1e-9),
        arguments("trid-6d", -50, 0));
  }

  @ParameterizedTest
  @MethodSource("published")
  void minimum_isThePublishedOne(String name, double minimum, double tolerance) {
    assertThat(find(name).minimum()).isCloseTo(minimum, within(tolerance));
  }

  @Test
  void minimum_isZeroForTheRest() {
    List<String> known =
        published().map(row -> String.valueOf(row.get()[0]).replaceAll("-.*", "")).toList();
    assertThat(ALL)
        .filteredOn(function -> !known.contains(function.name()))
        .hasSizeGreaterThan(40)
        .allSatisfy(function -> assertThat(function.minimum()).isZero());
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void gradient_isZeroAtASmoothMinimum(TestFunction function) {
    double[] at = function.minimiser();
    for (int i = 0; i < at.length; i++) {
      double width = function.upper()[i] - function.lower()[i];
      double slope = slope(function, at, i, 1e-6 * width);
      double typical = slope(function, away(function, at, i), i, 1e-6 * width);
      if (function.shape() == Shape.SMOOTH) {
        assertThat(Math.abs(slope)).isLessThan(1e-4 * Math.max(1, Math.abs(typical)));
      }
    }
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void randomPoints_areNotBetter(TestFunction function) {
    SplittableRandom random = new SplittableRandom(7);
    double[] minimiser = function.unitMinimiser();
    for (int k = 0; k < 20_000; k++) {
      double radius = Math.pow(10, -random.nextDouble(7));
      double[] anywhere = new double[minimiser.length];
      double[] nearby = new double[minimiser.length];
      for (int i = 0; i < anywhere.length; i++) {
        anywhere[i] = random.nextDouble();
        double moved = minimiser[i] + radius * random.nextDouble(-1, 1);
        nearby[i] = Math.min(1, Math.max(0, moved));
      }
      double floor = function.minimum() - 1e-12 * Math.max(1, Math.abs(function.minimum()));
      assertThat(function.atUnit(anywhere)).isGreaterThanOrEqualTo(floor);
      assertThat(function.atUnit(nearby)).isGreaterThanOrEqualTo(floor);
    }
  }

  private static double slope(TestFunction function, double[] at, int i, double step) {
    double[] up = at.clone();
    double[] down = at.clone();
    up[i] += step;
    down[i] -= step;
    return (function.at(up) - function.at(down)) / (2 * step);
  }

  private static double[] away(TestFunction function, double[] at, int i) {
    double[] moved = at.clone();
    moved[i] = (moved[i] + function.lower()[i]) / 2;
    return moved;
  }

  private static TestFunction find(String name) {
    return ALL.stream().filter(f -> f.toString().equals(name)).findFirst().orElseThrow();
  }
}
