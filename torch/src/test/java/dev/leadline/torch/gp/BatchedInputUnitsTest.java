package dev.leadline.torch.gp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.committee.CommitteeConfig;
import dev.leadline.committee.InputUnits;
import dev.leadline.surrogate.Observations;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoLeaks;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the units that training uses to those of inference. */
@ExtendWith(NoLeaks.class)
class BatchedInputUnitsTest {

  private static final int PADDED = 30;
  private static final CommitteeConfig CONFIG = CommitteeConfig.standard();

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 6, 24, 65, 150, 300})
  void units_equalThoseOfInference(int context) {
    SplittableRandom random = new SplittableRandom(context);
    assertAgreement(
        IntStream.of(1, 2, 2, 3, 4, 5, 6, 8, 10, 16, 30)
            .mapToObj(dimensions -> task(dimensions, context, random))
            .toList());
  }

  @Test
  void unitsOfSeveralChunks_equalThoseOfInference() {
    SplittableRandom random = new SplittableRandom(4);
    List<Observations> tasks =
        Stream.generate(() -> task(1 + random.nextInt(6), 150, random)).limit(90).toList();
    List<double[]> expected = assertAgreement(tasks);
    assertThat(expected).filteredOn(BatchedInputUnitsTest::areEqual).hasSizeGreaterThan(20);
    assertThat(expected).filteredOn(units -> !areEqual(units)).hasSizeGreaterThan(20);
  }

  @Test
  void tasksThatSayNothing_getUnitsOfOne() {
    List<double[]> units =
        assertAgreement(
            List.of(
                observed(points(40, 3, 1), x -> 0),
                observed(points(40, 5, 2), x -> 1.5),
                observed(points(40, 1, 3), x -> Math.sin(8 * x[0]))));
    assertThat(units).allMatch(BatchedInputUnitsTest::areEqual);
  }

  @Test
  void duplicatesOfPoints_areNoTrouble() {
    SplittableRandom random = new SplittableRandom(6);
    double[][] few = points(24, 3, 6);
    double[][] twice = IntStream.range(0, 48).mapToObj(i -> few[i % 24]).toArray(double[][]::new);
    double[][] same = new double[48][];
    Arrays.fill(same, few[0]);
    List<double[]> units =
        assertAgreement(
            List.of(
                observed(twice, x -> Math.sin(9 * x[2])),
                observed(twice, x -> Math.sin(9 * x[2]) + 0.3 * random.nextGaussian()),
                observed(same, x -> random.nextGaussian())));
    assertThat(units.get(0)[2]).isEqualTo(1);
    assertThat(units.get(0)[0]).isLessThan(0.5);
  }

  @Test
  void values_ofAnotherNumberThanPoints_areRejected() {
    try (TensorScope scope = new TensorScope()) {
      Tensor points = Tensor.of(new double[24], Device.CPU, 2, 4, 3);
      Tensor values = Tensor.of(new double[6], Device.CPU, 2, 3);
      Tensor inputs = Tensor.of(new double[] {3, 3}, Device.CPU, 2);
      assertThatThrownBy(() -> new BatchedInputUnits(CONFIG).of(points, values, inputs))
          .hasMessage("expected values of shape [2, 4] but was [2, 3]");
    }
  }

  /** The units of inference, to which the batched ones were found equal. */
  private static List<double[]> assertAgreement(List<Observations> tasks) {
    double[] flat;
    try (TensorScope scope = new TensorScope()) {
      Tensor units =
          new BatchedInputUnits(CONFIG).of(points(tasks), values(tasks), dimensions(tasks));
      units.expect("units", tasks.size(), PADDED);
      flat = units.toDoubleArray();
    }
    List<double[]> expected = tasks.stream().map(new InputUnits(CONFIG)::of).toList();
    for (int i = 0; i < tasks.size(); i++) {
      double[] padded = Arrays.copyOf(expected.get(i), PADDED);
      Arrays.fill(padded, expected.get(i).length, PADDED, 1);
      assertThat(Arrays.copyOfRange(flat, i * PADDED, (i + 1) * PADDED))
          .as("task %d of %d inputs", i, expected.get(i).length)
          .containsExactly(padded, within(1e-9));
    }
    return expected;
  }

  private static boolean areEqual(double[] units) {
    return Arrays.stream(units).allMatch(unit -> unit == 1);
  }

  /** Ripples along some inputs, or a bowl that has no preference, with noise in every third. */
  private static Observations task(int dimensions, int context, SplittableRandom random) {
    double[] weights = random.doubles(dimensions, 0, 12).map(w -> w < 6 ? 0.1 * w : w).toArray();
    double noise = random.nextInt(3) == 0 ? 0.3 : 0;
    boolean bowl = random.nextInt(3) == 0;
    return observed(
        points(context, dimensions, random.nextLong()),
        x -> {
          double sum = 0;
          for (int j = 0; j < x.length; j++) {
            sum += bowl ? 4 * (x[j] - 0.4) * (x[j] - 0.4) : Math.sin(weights[j] * x[j]);
          }
          return sum + noise * random.nextGaussian();
        });
  }

  private static double[][] points(int count, int dimensions, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return Stream.generate(() -> random.doubles(dimensions).toArray())
        .limit(count)
        .toArray(double[][]::new);
  }

  private static Observations observed(double[][] points, ToDoubleFunction<double[]> function) {
    double[] values = Arrays.stream(points).mapToDouble(function).toArray();
    int dimensions = points.length == 0 ? 3 : points[0].length;
    return new Observations(dimensions, points, values);
  }

  private static Tensor points(List<Observations> tasks) {
    int count = tasks.get(0).size();
    double[] flat = new double[tasks.size() * count * PADDED];
    for (int task = 0; task < tasks.size(); task++) {
      for (int i = 0; i < count; i++) {
        double[] point = tasks.get(task).point(i);
        System.arraycopy(point, 0, flat, (task * count + i) * PADDED, point.length);
      }
    }
    return Tensor.of(flat, Device.CPU, tasks.size(), count, PADDED);
  }

  private static Tensor values(List<Observations> tasks) {
    double[] flat = tasks.stream().flatMapToDouble(task -> Arrays.stream(task.values())).toArray();
    return Tensor.of(flat, Device.CPU, tasks.size(), tasks.get(0).size());
  }

  private static Tensor dimensions(List<Observations> tasks) {
    double[] counts = tasks.stream().mapToDouble(Observations::dimensions).toArray();
    return Tensor.of(counts, Device.CPU, tasks.size());
  }
}
