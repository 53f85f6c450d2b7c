package dev.leadline.torch.gp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoLeaks;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class GpFitTest {

  private static final int TASKS = 4;
  private static final int POINTS = 120;

  @Test
  void fit_recoversLengthscalesAndNoise() {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 7)) {
      Tensor points = random.uniform(DType.FLOAT64, TASKS, POINTS, 2);
      GpParameters truth = parameters(new double[] {0.3, 1.5}, 0.01);
      Tensor values = draw(Kernel.RBF, truth, points, random);

      GpParameters found = GpFit.standard().fit(GpSpec.modern(), points, values);

      double[] lengthscale = found.lengthscale().log().mean(0).exp().toDoubleArray();
      assertThat(lengthscale[0]).isCloseTo(0.3, within(0.1));
      assertThat(lengthscale[1]).isCloseTo(1.5, within(0.6));
      assertThat(found.noise().mean().item()).isCloseTo(0.01, within(0.005));
    }
  }

  @Test
  void fit_endsAtAStationaryPoint() {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 8)) {
      Tensor points = random.uniform(DType.FLOAT64, TASKS, 30, 3);
      Tensor values =
          draw(Kernel.MATERN_52, parameters(new double[] {0.5, 0.7, 2}, 0.02), points, random);
      for (GpSpec spec : new GpSpec[] {GpSpec.modern(), GpSpec.classic2022()}) {
        GpParameters found = GpFit.standard().fit(spec, points, values);
        GpObjective objective = new GpObjective(spec, Coordinates.LOGARITHMS, points, values);
        double[] flat =
            Arrays.stream(objective.rows(found)).flatMapToDouble(Arrays::stream).toArray();
        Tensor rows = Tensor.of(flat, Device.CPU, TASKS, objective.variables());
        Tensor gradient = objective.at(rows).gradient();
        assertThat(gradient.abs().max().item()).isLessThan(1e-3);
      }
    }
  }

  @Test
  void fit_inABatchEqualsFitAlone() {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 9)) {
      Tensor points = random.uniform(DType.FLOAT64, TASKS, 25, 2);
      Tensor values = draw(Kernel.RBF, parameters(new double[] {0.3, 1.5}, 0.02), points, random);
      GpFit fit = GpFit.standard();
      double[] together = fit.fit(GpSpec.modern(), points, values).lengthscale().toDoubleArray();
      double[] alone =
          fit.fit(GpSpec.modern(), points.narrow(0, 2, 1), values.narrow(0, 2, 1))
              .lengthscale()
              .toDoubleArray();
      assertThat(alone[0]).isCloseTo(together[4], within(1e-4));
      assertThat(alone[1]).isCloseTo(together[5], within(1e-4));
    }
  }

  @Test
  void fit_keepsTheBounds() {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 10)) {
      Tensor points = random.uniform(DType.FLOAT64, TASKS, 30, 2);
      Tensor smooth = points.times(3).sin().sum(2); // no noise at all
      GpParameters found = GpFit.standard().fit(GpSpec.modern(), points, smooth);
      assertThat(found.noise().max().item()).isCloseTo(1e-4, within(1e-9));
      assertThat(found.noise().min().item()).isCloseTo(1e-4, within(1e-9));
      assertThat(found.lengthscale().min().item()).isGreaterThanOrEqualTo(0.025);
    }
  }

  private static Tensor draw(
      Kernel kernel, GpParameters parameters, Tensor points, TensorRandom random) {
    GpCovariance covariance = new GpCovariance(kernel, parameters);
    Tensor factor = covariance.ofObservations(covariance.scale(points)).cholesky();
    Tensor noise = random.normal(DType.FLOAT64, points.size(0), points.size(1), 1);
    return factor.matmul(noise).squeeze(-1);
  }

  private static GpParameters parameters(double[] lengthscale, double noise) {
    Tensor one = Tensor.full(1, Device.CPU, DType.FLOAT64, TASKS);
    Tensor row = Tensor.of(lengthscale, Device.CPU, 1, lengthscale.length);
    return new GpParameters(
        row.expand(TASKS, lengthscale.length), one, one.times(noise), one.times(0));
  }
}
