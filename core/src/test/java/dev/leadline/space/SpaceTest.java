package dev.leadline.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpaceTest {

  static Stream<Space> spaces() {
    return Stream.of(
        Space.builder().real("x", -5, 10).logReal("rate", 1e-6, 1).build(),
        Space.builder().integer("n", -3, 7).logInteger("heap", 1, 1L << 40).build(),
        Space.builder().integer("wide", -(1L << 40), 1L << 40).integer("one", 4, 4).build(),
        Space.builder().choice("gc", "g1", "parallel", "z").choice("two", "a", "b").build(),
        Space.builder().choice("only", "a").flag("strings").ordinal("size", "s", "m", "l").build(),
        Space.builder().ordinal("batch", 16, 32, 64).ordinal("drop", 0.1, 0.25).build());
  }

  @ParameterizedTest
  @MethodSource("spaces")
  void encode_isUndoneByDecode(Space space) {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 500; i++) {
      Configuration configuration = space.decode(random.doubles(space.dimensions()).toArray());
      Configuration returned = space.decode(space.encode(configuration));
      for (String name : configuration.values().keySet()) {
        Value value = configuration.value(name);
        if (value instanceof Value.Real real) {
          assertThat(returned.real(name))
              .isCloseTo(real.number(), within(1e-12 * (1 + Math.abs(real.number()))));
        } else {
          assertThat(returned.value(name)).isEqualTo(value);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("spaces")
  void snap_isIdempotentAndKeepsTheConfiguration(Space space) {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < 500; i++) {
      double[] point = random.doubles(space.dimensions(), -0.1, 1.1).toArray();
      double[] snapped = space.snap(point);
      assertThat(space.snap(snapped)).containsExactly(snapped);
      assertThat(DoubleStream.of(snapped))
          .allMatch(coordinate -> coordinate >= 0 && coordinate <= 1);
      assertThat(space.decode(snapped)).isEqualTo(space.decode(point));
      assertThat(space.encode(space.decode(point))).containsExactly(snapped, within(1e-12));
    }
  }

  @ParameterizedTest
  @MethodSource("spaces")
  void parse_readsWhatValuesWrite(Space space) {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 100; i++) {
      Configuration configuration = space.decode(random.doubles(space.dimensions()).toArray());
      Map<String, String> texts = new HashMap<>();
      configuration.values().forEach((name, value) -> texts.put(name, value.toString()));
      assertThat(space.parse(texts)).isEqualTo(configuration);
    }
  }

  @ParameterizedTest
  @MethodSource("spaces")
  void corners_decodeToTheBoundsAndBack(Space space) {
    for (double corner : new double[] {0, 1}) {
      double[] point = new double[space.dimensions()];
      Arrays.fill(point, corner);
      Configuration configuration = space.conform(space.decode(point));
      for (Parameter parameter : space.parameters()) {
        if (parameter instanceof RealParameter real) {
          assertThat(configuration.real(real.name()))
              .isEqualTo(corner == 0 ? real.low() : real.high());
        }
      }
    }
  }

  @Test
  void encoding_hasTheDocumentedWidths() {
    Space space =
        Space.builder()
            .real("x", 0, 1)
            .flag("f")
            .ordinal("o", "a", "b", "c")
            .choice("two", "a", "b")
            .choice("three", "a", "b", "c")
            .build();
    assertThat(space.dimensions()).isEqualTo(1 + 1 + 1 + 1 + 3);
    Configuration configuration =
        Configuration.empty()
            .with("x", 0.25)
            .with("f", true)
            .with("o", "b")
            .with("two", "b")
            .with("three", "c");
    assertThat(space.encode(configuration)).containsExactly(0.25, 1, 0.5, 1, 0, 0, 1);
  }

  @Test
  void logScale_putsTheGeometricMeanInTheMiddle() {
    Space space = Space.builder().logReal("rate", 1e-4, 1e4).build();
    assertThat(space.decode(new double[] {0.5}).real("rate")).isCloseTo(1, within(1e-12));
  }

  /** Beside 5e-324 the next number is twice as large: all points between stand for the two. */
  @Test
  void logScale_hasOnePointForEachOfTheSmallestNumbers() {
    Space space = Space.builder().logReal("x", Double.MIN_VALUE, 1e300).build();
    assertThat(space.decode(new double[] {1e-4})).isEqualTo(space.decode(new double[] {0}));
    assertThat(space.snap(new double[] {1e-4})).containsExactly(0);
  }

  /**
   * The logarithms of neighbours may be the same, which leaves no way from one bound to the other.
   */
  @ParameterizedTest
  @ValueSource(doubles = {1, 1e9, 1e300, 1e-300})
  void logScale_betweenNeighboursHasTheirPlaces(double low) {
    for (int apart = 1; apart <= 40; apart++) {
      double high = low + apart * Math.ulp(low);
      Space space = Space.builder().logReal("x", low, high).build();
      assertThat(space.encode(Configuration.empty().with("x", low))).containsExactly(0);
      assertThat(space.encode(Configuration.empty().with("x", high))).containsExactly(1);
      Set<Configuration> found = new HashSet<>();
      for (int i = 0; i <= 400; i++) {
        double[] snapped = space.snap(new double[] {i / 400.0});
        Configuration at = space.decode(snapped);
        assertThat(space.snap(snapped)).containsExactly(snapped);
        assertThat(space.encode(at)).containsExactly(snapped);
        found.add(at);
      }
      assertThat(found).hasSize(apart + 1);
    }
  }

  @Test
  void ordinal_tellsLargeWholeNumbersApart() {
    long large = 1L << 53;
    Space space = Space.builder().ordinal("n", large, large + 1, Long.MAX_VALUE).build();
    for (long i = 0; i < 3; i++) {
      Configuration one = space.configuration(i);
      assertThat(space.parse(Map.of("n", one.value("n").toString()))).isEqualTo(one);
    }
    refuses(
        () -> space.conform(Configuration.empty().with("n", 0x1p63)), "one of 9007199254740992");
    assertThat(space.parse(Map.of("n", "9007199254740992.0")).integer("n")).isEqualTo(large);
  }

  @Test
  void integers_ownEqualCells() {
    Space space = Space.builder().integer("n", 0, 3).build();
    int[] counts = new int[4];
    for (int i = 0; i < 4000; i++) {
      counts[(int) space.decode(new double[] {(i + 0.5) / 4000}).integer("n")]++;
    }
    assertThat(counts).containsExactly(1000, 1000, 1000, 1000);
  }

  @Test
  void cardinality_countsOrSaysThatItCannot() {
    assertThat(Space.builder().integer("n", 1, 10).flag("f").build().cardinality()).hasValue(20);
    assertThat(Space.builder().integer("n", 1, 10).real("x", 0, 1).build().cardinality())
        .isEqualTo(OptionalLong.empty());
    SpaceBuilder huge = Space.builder();
    for (int i = 0; i < 5; i++) {
      huge.integer("n" + i, 0, 1L << 20);
    }
    assertThat(huge.build().cardinality()).hasValue(Long.MAX_VALUE);
  }

  @Test
  void configuration_listsEveryPointOfAFiniteSpaceOnce() {
    Space space = Space.builder().integer("n", 5, 9).choice("c", "x", "y", "z").flag("f").build();
    Set<Configuration> all = new HashSet<>();
    for (long i = 0; i < 30; i++) {
      all.add(space.conform(space.configuration(i)));
    }
    assertThat(all).hasSize(30);
  }

  @Test
  void conform_ordersAndConverts() {
    Space space = Space.builder().real("x", 0, 9).integer("n", 0, 9).ordinal("o", 1, 2).build();
    Configuration given = Configuration.empty().with("o", 2.0).with("n", 3.0).with("x", 4L);
    Configuration conforming = space.conform(given);
    assertThat(conforming).hasToString("x=4.0, n=3, o=2");
  }

  @Test
  void conform_saysWhatIsWrong() {
    Space space = Space.builder().integer("n", 0, 9).choice("gc", "g1", "z").build();
    Configuration good = Configuration.empty().with("n", 3).with("gc", "z");
    refuses(() -> space.conform(good.with("n", 10)), "'n'", "[0, 9]", "'10'");
    refuses(() -> space.conform(good.with("n", 2.5)), "whole number", "'2.5'");
    refuses(() -> space.conform(good.with("gc", "shenandoah")), "one of g1, z", "shenandoah");
    refuses(() -> space.conform(good.with("extra", 1)), "[n, gc]", "'extra'");
    refuses(() -> space.conform(Configuration.empty().with("n", 1)), "a value for 'gc'");
  }

  static Stream<BadSpace> badSpaces() {
    return Stream.of(
        new BadSpace(() -> Space.builder().real("x", 1, 0), "'x'", "[1.0, 0.0]", "swap"),
        new BadSpace(() -> Space.builder().real("x", 1, 1), "'x'", "constant"),
        new BadSpace(() -> Space.builder().real("x", Double.NaN, 1), "'x'", "finite", "NaN"),
        new BadSpace(() -> Space.builder().real("x", 0, Double.POSITIVE_INFINITY), "finite"),
        new BadSpace(() -> Space.builder().logReal("x", 0, 1), "positive", "log scale"),
        new BadSpace(() -> Space.builder().logReal("x", -1, 1), "positive", "log scale"),
        new BadSpace(() -> Space.builder().integer("n", 5, 4), "'n'", "[5, 4]", "swap"),
        new BadSpace(() -> Space.builder().logInteger("n", 0, 4), "'n'", "positive"),
        new BadSpace(() -> Space.builder().choice("c"), "'c'", "at least one option"),
        new BadSpace(() -> Space.builder().choice("c", "a", "a"), "'c'", "[a, a]"),
        new BadSpace(() -> Space.builder().flag("a b"), "'a b'", "letters"),
        new BadSpace(() -> Space.builder().flag("not"), "'not'", "rename"),
        new BadSpace(() -> Space.builder().flag("f").flag("f"), "'f' twice"),
        new BadSpace(() -> Space.builder().build(), "at least one parameter"));
  }

  @ParameterizedTest
  @MethodSource("badSpaces")
  void builder_saysWhatIsWrong(BadSpace bad) {
    refuses(bad.build()::run, bad.words().toArray(String[]::new));
  }

  @Test
  void feasible_needsEveryConstraint() {
    Space space =
        Space.builder()
            .integer("low", 0, 9)
            .integer("high", 0, 9)
            .require("low <= high")
            .require("the sum is even", c -> (c.integer("low") + c.integer("high")) % 2 == 0)
            .build();
    Configuration good = Configuration.empty().with("low", 2).with("high", 4);
    assertThat(space.feasible(good)).isTrue();
    assertThat(space.violated(good.with("high", 1)).orElseThrow()).hasToString("low <= high");
    assertThat(space.violated(good.with("high", 5)).orElseThrow()).hasToString("the sum is even");
  }

  record BadSpace(Runnable build, List<String> words) {
    BadSpace(Runnable build, String... words) {
      this(build, List.of(words));
    }

    @Override
    public String toString() {
      return words.toString();
    }
  }

  private static void refuses(ThrowingCallable call, String... words) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(words);
  }

  @Test
  void coordinates_sayWhatTheyAre() {
    Space space =
        Space.builder()
            .real("x", 0, 1)
            .integer("n", 1, 9)
            .integer("id", 0, 1L << 35)
            .choice("c", "a", "b", "d")
            .choice("two", "p", "q")
            .choice("one", "z")
            .ordinal("o", 1, 2, 4)
            .flag("f")
            .build();
    assertThat(space.coordinates())
        .containsExactly(
            new Coordinate(Coordinate.Kind.REAL, 0),
            new Coordinate(Coordinate.Kind.GRID, 1),
            new Coordinate(Coordinate.Kind.REAL, 2),
            new Coordinate(Coordinate.Kind.OPTION, 3),
            new Coordinate(Coordinate.Kind.OPTION, 3),
            new Coordinate(Coordinate.Kind.OPTION, 3),
            new Coordinate(Coordinate.Kind.SWITCH, 4),
            new Coordinate(Coordinate.Kind.GRID, 5),
            new Coordinate(Coordinate.Kind.GRID, 6),
            new Coordinate(Coordinate.Kind.SWITCH, 7));
  }

  @Test
  void defaults_standInForWhatIsMissing() {
    Space space =
        Space.builder()
            .real("x", 0, 1)
            .integer("n", 1, 9)
            .defaults(Configuration.empty().with("n", 3.0))
            .build();
    Configuration half = Configuration.empty().with("x", 0.5);
    assertThat(space.conform(half)).isEqualTo(half.with("n", 3L));
    assertThat(space.parse(Map.of("x", "0.5"))).isEqualTo(half.with("n", 3L));
    assertThatThrownBy(() -> space.conform(Configuration.empty().with("n", 3L)))
        .hasMessageContaining("expected a value for 'x'");
    assertThatThrownBy(() -> Space.builder().flag("f").defaults(half).build())
        .hasMessageContaining("expected defaults of the parameters [f] but got x=0.5");
    assertThatThrownBy(
            () -> Space.builder().integer("x", 1, 9).defaults(half.with("x", 10L)).build())
        .hasMessageContaining("[1, 9]");
  }
}
