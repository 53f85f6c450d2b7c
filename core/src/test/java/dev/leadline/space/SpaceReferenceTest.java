package dev.leadline.space;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Expressions and conditions of random spaces mean what a direct reading of the rules says. */
class SpaceReferenceTest {

  @Test
  void expressions_meanWhatTheyWereMadeToMean() {
    expressionsMeanWhatTheyWereMadeToMean(1, 2_000);
  }

  @Test
  @Tag("slow")
  void expressions_meanWhatTheyWereMadeToMeanInVolume() {
    expressionsMeanWhatTheyWereMadeToMean(2, 200_000);
  }

  private static void expressionsMeanWhatTheyWereMadeToMean(long seed, int count) {
    SplittableRandom random = new SplittableRandom(seed);
    int held = 0;
    for (int i = 0; i < count; i++) {
      List<Parameter> parameters = RandomSpace.parameters(random);
      RandomExpression made =
          new RandomExpression.Maker(parameters, random).condition(random.nextInt(5));
      Constraint read = Constraint.parse(made.text(), parameters);
      assertThat(read.names()).as(made.text()).isEqualTo(made.names());
      for (int j = 0; j < 5; j++) {
        Configuration settings = Configuration.of(drawn(parameters, random));
        assertEqual(read.holds(settings), made.holds(settings), "%s of %s", made.text(), settings);
        held += made.holds(settings) ? 1 : 0;
      }
    }
    assertThat(held).isBetween(count, 4 * count);
  }

  @Test
  void conditionalSpaces_areReadByTheirRules() {
    conditionalSpacesAreReadByTheirRules(3, 300);
  }

  @Test
  @Tag("slow")
  void conditionalSpaces_areReadByTheirRulesInVolume() {
    conditionalSpacesAreReadByTheirRules(4, 20_000);
  }

  private static void conditionalSpacesAreReadByTheirRules(long seed, int count) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < count; i++) {
      RandomSpace made = RandomSpace.of(RandomSpace.parameters(random), random);
      for (int j = 0; j < 10; j++) {
        Map<String, Value> all = drawn(made.space().parameters(), random);
        Configuration expected = made.active(all);
        Configuration conforming = made.space().conform(Configuration.of(all));
        assertEqual(conforming, expected, "%s of %s", made.space(), all);
        Map<String, String> texts = new HashMap<>();
        all.forEach((name, value) -> texts.put(name, value.toString()));
        assertEqual(made.space().parse(texts), expected, "%s of %s", made.space(), texts);
        boolean isFeasible = made.isFeasible(expected);
        assertEqual(
            made.space().feasible(expected), isFeasible, "%s of %s", made.space(), expected);
        double[] point = made.space().encode(expected);
        assertEqual(made.space().decode(point), expected, "%s of %s", made.space(), expected);
        assertThat(made.space().snap(point)).containsExactly(point);
        checkPlaces(made, expected, point);
      }
    }
  }

  /** What does not count stands in the middle; the last coordinates say which conditions hold. */
  private static void checkPlaces(RandomSpace made, Configuration settings, double[] point) {
    int at = 0;
    for (Parameter parameter : made.space().parameters()) {
      double[] own = new double[parameter.width()];
      if (settings.has(parameter.name())) {
        parameter.encode(settings.value(parameter.name()), own, 0);
      } else {
        Arrays.fill(own, 0.5);
      }
      for (double coordinate : own) {
        assertEqual(
            point[at++], coordinate, "%s of %s in %s", parameter.name(), settings, made.space());
      }
    }
    Set<String> different = new HashSet<>();
    Set<String> holding = new HashSet<>();
    made.conditions()
        .forEach(
            (name, condition) -> {
              different.add(condition.text());
              if (settings.has(name)) {
                holding.add(condition.text());
              }
            });
    assertThat(point.length - at).isEqualTo(different.size());
    double sum = 0;
    while (at < point.length) {
      sum += point[at++];
    }
    assertEqual(sum, (double) holding.size(), "%s in %s", settings, made.space());
  }

  private static Map<String, Value> drawn(List<Parameter> parameters, SplittableRandom random) {
    Map<String, Value> values = new LinkedHashMap<>();
    for (Parameter parameter : parameters) {
      double[] point = random.doubles(parameter.width()).toArray();
      values.put(
          parameter.name(),
          parameter instanceof RealParameter && random.nextBoolean()
              ? new Value.Real(random.nextInt(-2, 4))
              : parameter.decode(point, 0));
    }
    return values;
  }

  /** Millions of comparisons, of which only one that fails is worth a sentence. */
  private static void assertEqual(Object actual, Object expected, String words, Object... of) {
    if (!actual.equals(expected)) {
      assertThat(actual).as(words, of).isEqualTo(expected);
    }
  }
}
