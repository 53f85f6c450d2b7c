package dev.leadline.lab.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.space.Configuration;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RecordedProgramTest {

  @Test
  void values_areThoseOfThePythonImplementation() throws IOException {
    Set<String> compared = new TreeSet<>();
    for (JsonNode vector : vectors()) {
      String name = vector.get("program").asString();
      RecordedProgram program = RecordedProgram.named(name);
      for (int k = 0; k < vector.get("points").size(); k++) {
        JsonNode point = vector.get("points").get(k);
        double[] numbers =
            IntStream.range(0, point.size()).mapToDouble(i -> point.get(i).asDouble()).toArray();
        double wanted = vector.get("values").get(k).asDouble();
        assertThat(program.value(numbers))
            .as("%s at %s", name, point)
            .isCloseTo(wanted, within(1e-7 * Math.max(1, Math.abs(wanted))));
      }
      compared.add(name);
    }
    assertThat(compared)
        .containsExactlyElementsOf(
            new TreeSet<>(
                Stream.of(RecordedPrograms.open(), RecordedPrograms.heldOut())
                    .flatMap(List::stream)
                    .toList()));
  }

  @Test
  void parameterThatAnotherOneSwitchesOff_changesNothing() {
    RecordedProgram program = RecordedProgram.named("svc-ionosphere");
    Configuration linear = random(program, 1).with("kernel", "linear");
    assertThat(value(program, linear.with("gamma", 0.001)))
        .isEqualTo(value(program, linear.with("gamma", 0.1)));
    Configuration radial = linear.with("kernel", "rbf");
    assertThat(value(program, radial.with("gamma", 0.001)))
        .isNotEqualTo(value(program, radial.with("gamma", 10.0)));
  }

  @Test
  void countsOfErrors_areWholeAndFormPlateaus() {
    RecordedProgram program = RecordedProgram.named("svc-ionosphere");
    Set<Double> values = new HashSet<>();
    for (int seed = 0; seed < 200; seed++) {
      double errors = 351 * value(program, random(program, seed));
      assertThat(errors).isCloseTo(Math.rint(errors), within(1e-6)).isBetween(0.0, 351.0);
      values.add(errors);
    }
    assertThat(values).hasSizeBetween(10, 150);
  }

  @Test
  void share_countsInWholeInputs() {
    RecordedProgram program = RecordedProgram.named("tree-cps1985");
    Configuration some = random(program, 3);
    assertThat(value(program, some.with("max_features", 0.51)))
        .isEqualTo(value(program, some.with("max_features", 0.56)));
  }

  @Test
  void wholeTable_knowsItsMinimum() {
    RecordedProgram program = RecordedProgram.named("brotli-text");
    long count = program.space().cardinality().orElseThrow();
    double lowest = Double.POSITIVE_INFINITY;
    for (long k = 0; k < count; k++) {
      lowest = Math.min(lowest, value(program, program.space().configuration(k)));
    }
    assertThat(lowest).isEqualTo(program.minimum());
  }

  @Test
  void valueAtRandomPoints_isNeverBelowTheMinimum() {
    for (String name : RecordedPrograms.open()) {
      RecordedProgram program = RecordedProgram.named(name);
      long below =
          IntStream.range(0, 100)
              .filter(seed -> value(program, random(program, seed)) < program.minimum() - 1e-9)
              .count();
      assertThat(below).as(name).isZero();
    }
  }

  private static double value(RecordedProgram program, Configuration configuration) {
    return program.value(program.numbers(configuration));
  }

  private static Configuration random(RecordedProgram program, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return program.space().decode(random.doubles(program.space().dimensions()).toArray());
  }

  private static JsonNode vectors() throws IOException {
    try (InputStream file = RecordedProgramTest.class.getResourceAsStream("vectors.json")) {
      return JsonMapper.builder().build().readTree(Objects.requireNonNull(file));
    }
  }
}
