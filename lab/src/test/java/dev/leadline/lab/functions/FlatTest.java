package dev.leadline.lab.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class FlatTest {

  private static final int DRAWS = 20_000;

  @Test
  void minima_areAttainedAndNothingIsLower() {
    for (FlatFunction function : Flat.all()) {
      double[] values = drawn(function);
      assertThat(Arrays.stream(values).min().orElseThrow())
          .as(function.name())
          .isBetween(function.minimum(), function.minimum() + 0.7 * range(values));
    }
  }

  @Test
  void someValue_isTakenOften() {
    for (FlatFunction function : Flat.all()) {
      Map<Double, Long> counts =
          Arrays.stream(drawn(function))
              .boxed()
              .collect(Collectors.groupingBy(v -> v, Collectors.counting()));
      long most = counts.values().stream().max(Comparator.naturalOrder()).orElseThrow();
      assertThat(most).as(function.name()).isGreaterThan(DRAWS / 200);
    }
  }

  /** lab/peers/flat.py made the file. */
  @Test
  void values_areThoseOfThePythonImplementation() throws IOException {
    Map<String, FlatFunction> known = new HashMap<>();
    Flat.all().forEach(function -> known.put(function.name(), function));
    for (JsonNode vector : vectors()) {
      String name = vector.get("function").asString();
      FlatFunction function = Objects.requireNonNull(known.remove(name), name);
      for (int k = 0; k < vector.get("points").size(); k++) {
        List<JsonNode> point = List.copyOf(vector.get("points").get(k).values());
        double wanted = vector.get("values").get(k).asDouble();
        assertThat(function.value(point.stream().mapToDouble(JsonNode::asDouble).toArray()))
            .as("%s at %s", name, point)
            .isCloseTo(wanted, within(1e-9));
      }
    }
    assertThat(known).isEmpty();
  }

  private static double[] drawn(FlatFunction function) {
    SplittableRandom random = new SplittableRandom(1);
    double[] values = new double[DRAWS];
    Arrays.setAll(
        values,
        i -> {
          double[] point = random.doubles(function.space().dimensions()).toArray();
          return function.value(function.numbers(function.space().decode(point)));
        });
    return values;
  }

  private static double range(double[] values) {
    return Arrays.stream(values).max().orElseThrow() - Arrays.stream(values).min().orElseThrow();
  }

  private static JsonNode vectors() throws IOException {
    try (InputStream file = FlatTest.class.getResourceAsStream("flat.json")) {
      return JsonMapper.builder().build().readTree(Objects.requireNonNull(file));
    }
  }
}
