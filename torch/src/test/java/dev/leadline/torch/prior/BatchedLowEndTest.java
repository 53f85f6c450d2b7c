package dev.leadline.torch.prior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.committee.CommitteeConfig;
import dev.leadline.committee.CommitteeJudge;
import dev.leadline.surrogate.Observations;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoLeaks;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import dev.leadline.units.ModelUnits;
import dev.leadline.units.OutputScaling;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Holds the values that training shows to those that a study shows. */
@ExtendWith(NoLeaks.class)
class BatchedLowEndTest {

  private static final int PADDED = 6;
  private static final CommitteeConfig CONFIG = CommitteeConfig.standard();
  private static final OutputScaling SCALING = OutputScaling.ROBUST_LOG;

  @ParameterizedTest
  @CsvSource({"4, 0", "6, 0", "24, 3", "80, 3", "192, 3"})
  void values_areThoseThatAStudyShows(int context, long fewestSpread) {
    SplittableRandom random = new SplittableRandom(context);
    List<Observations> tasks =
        Stream.of(0., 0.5, 3., 6., 9.)
            .flatMap(
                steepness ->
                    Stream.of(
                        valley(1, context, steepness, random),
                        valley(4, context, steepness, random)))
            .toList();
    try (TensorScope scope = new TensorScope()) {
      Tensor observed = values(tasks);
      Tensor shares =
          new BatchedLowEnd(SCALING, CONFIG).shares(points(tasks), observed, dimensions(tasks));
      double[][] scaled =
          BatchedScaling.fit(SCALING, observed, shares).toModel(observed).toDoubleRows();
      for (int i = 0; i < scaled.length; i++) {
        assertThat(scaled[i]).as("task %d", i).containsExactly(shown(tasks.get(i)), within(1e-7));
      }
      assertThat(Arrays.stream(shares.toDoubleArray()).filter(share -> share > 0).count())
          .isBetween(fewestSpread, 9L);
    }
  }

  private static double[] shown(Observations task) {
    return new ModelUnits(SCALING, new CommitteeJudge(CONFIG)).of(task).observations().values();
  }

  /** A bowl, or the exponential of one: over decades where it is steep. */
  private static Observations valley(
      int dimensions, int context, double steepness, SplittableRandom random) {
    Observations seen = new Observations(dimensions, new double[0][], new double[0]);
    for (int i = 0; i < context; i++) {
      double[] x = random.doubles(dimensions).map(v -> (float) v).toArray();
      double bowl = 0;
      for (double v : x) {
        bowl += (v - 0.3) * (v - 0.3);
      }
      seen = seen.with(x, steepness == 0 ? bowl : Math.exp(steepness * Math.sqrt(bowl)));
    }
    return seen;
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
