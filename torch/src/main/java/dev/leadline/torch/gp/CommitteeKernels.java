package dev.leadline.torch.gp;

import dev.leadline.committee.AdditiveKernels;
import dev.leadline.committee.CommitteeConfig;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/** The kernels of a committee, isotropic and additive, at the points of B tasks. Immutable. */
final class CommitteeKernels {

  private final CommitteeConfig config;
  private final Tensor dimensions; // (B, 1)
  private final Tensor units; // (B, 1, D)
  private final Tensor spectra; // (A, D·F), the weights of the terms in each additive kernel
  private final long tasks;
  private final Device device;

  /**
   * @param dimensions (B, 1), in double precision
   * @param units (B, D), of the inputs, in double precision
   */
  CommitteeKernels(CommitteeConfig config, Tensor dimensions, Tensor units) {
    this.config = config;
    this.dimensions = dimensions;
    this.units = units.unsqueeze(1);
    tasks = dimensions.size(0);
    device = dimensions.device();
    spectra = spectra(units.size(1));
  }

  /** ‖x − x'‖²/d, in the units of the inputs, of points (B, N, D) and (B, M, D): (B, N, M). */
  Tensor distance(Tensor points, Tensor others) {
    return Kernel.squaredDistance(points.times(units), others.times(units))
        .over(dimensions.unsqueeze(2));
  }

  /**
   * Every kernel between N and M points: (B, L, N, M).
   *
   * @param distance (B, N, M)
   * @param weighted the weighted series of the N points, (B, A·N, D·F)
   * @param other the series of the M points, (B, M, D·F)
   */
  Tensor between(Tensor distance, Tensor weighted, Tensor other) {
    long rows = distance.size(1);
    long columns = distance.size(2);
    int isotropic = config.lengthscales().size();
    int additive = config.additive().lengthscales().size();
    try (TensorScope scope = new TensorScope()) {
      Tensor all = Tensor.empty(device, DType.FLOAT64, tasks, isotropic + additive, rows, columns);
      fillIsotropic(all.narrow(1, 0, isotropic), distance);
      if (additive > 0 && rows * columns > 0) {
        Tensor sums = all.narrow(1, isotropic, additive); // (B, A, N, M)
        sums.copyInPlace(together(distance).unsqueeze(1));
        sums.reshape(tasks, additive * rows, columns)
            .plusMatmulInPlace(1, weighted, other.transpose(1, 2));
      }
      return scope.escape(all);
    }
  }

  /** The isotropic kernels alone, at distances (B, N, M): (B, I, N, M). */
  Tensor isotropic(Tensor distance) {
    try (TensorScope scope = new TensorScope()) {
      int count = config.lengthscales().size();
      Tensor all =
          Tensor.empty(device, DType.FLOAT64, tasks, count, distance.size(1), distance.size(2));
      fillIsotropic(all, distance);
      return scope.escape(all);
    }
  }

  /* In place, in six passes: with n = −√5·δ/ℓ Matérn-5/2 is eⁿ·(1 − (n − n²/3)). */
  private void fillIsotropic(Tensor kernels, Tensor distance) {
    int count = config.lengthscales().size();
    Tensor exponent =
        distance.sqrt().unsqueeze(1).times(rates().reshape(1, count, 1, 1)); // (B, I, N, M)
    kernels.copyInPlace(exponent).expInPlace();
    exponent.plusProductInPlace(-1.0 / 3, exponent, exponent);
    kernels.plusProductInPlace(-1, kernels, exponent).plusInPlace(config.meanVariance());
  }

  /** −√5/ℓ of the isotropic kernels, (I). */
  Tensor rates() {
    List<Double> lengthscales = config.lengthscales();
    return row(lengthscales.size(), device, l -> -Math.sqrt(5) / lengthscales.get(l));
  }

  /** What additive kernels have beside the sum over single inputs, (B, N, M). */
  private Tensor together(Tensor distance) {
    AdditiveKernels additive = config.additive();
    double near = additive.interactionLengthscale();
    return Kernel.MATERN_52
        .of(distance.over(near * near))
        .times(additive.interaction())
        .plus(config.meanVariance());
  }

  /** A series (B, N, D·F) times the weights of each additive kernel, (B, A·N, D·F). */
  Tensor weighted(Tensor series) {
    int count = config.additive().lengthscales().size();
    return series
        .unsqueeze(1)
        .times(spectra.reshape(1, count, 1, series.size(2))) // (B, A, N, D·F)
        .reshape(tasks, count * series.size(1), series.size(2));
  }

  /** The prior variance k(x, x) of every member at M points, (B, G, M). */
  Tensor prior(Tensor other) {
    long count = other.size(1);
    double constant = config.meanVariance();
    Tensor smooth =
        Tensor.full(
            1 + constant, device, DType.FLOAT64, tasks, config.lengthscales().size(), count);
    Tensor sums =
        spectra
            .matmul(other.square().transpose(1, 2)) // (B, A, M)
            .plus(config.additive().interaction() + constant);
    return Tensor.cat(1, smooth, sums)
        .unsqueeze(2)
        .expand(tasks, config.kernels(), config.noises().size(), count)
        .reshape(tasks, config.members(), count);
  }

  /** The terms cos(πm·x_j) of points (B, M, D) over √d, 0 beyond a task's inputs: (B, M, D·F). */
  Tensor series(Tensor points) {
    long columns = points.size(2);
    int terms = config.additive().frequencies();
    Tensor frequency = row(terms, device, m -> Math.PI * (m + 1));
    Tensor axis = Tensor.range(columns, device, DType.FLOAT64);
    Tensor share = axis.lessThan(dimensions).to(DType.FLOAT64).over(dimensions.sqrt()); // (B, D)
    return points
        .unsqueeze(3)
        .times(frequency)
        .cos() // (B, M, D, F)
        .times(share.reshape(tasks, 1, columns, 1))
        .reshape(tasks, points.size(1), columns * terms);
  }

  /** (1 − ρ)·s_m for the terms of every input, (A, D·F). */
  private Tensor spectra(long columns) {
    AdditiveKernels additive = config.additive();
    int count = additive.lengthscales().size();
    int terms = (int) columns * additive.frequencies();
    double[] values = new double[count * terms];
    for (int a = 0; a < count; a++) {
      double[] spectrum = additive.spectrum(a);
      for (int f = 0; f < terms; f++) {
        values[a * terms + f] = (1 - additive.interaction()) * spectrum[f % spectrum.length];
      }
    }
    return Tensor.of(values, device, count, terms);
  }

  /** The values at 0 … length − 1 in double precision, (length). */
  static Tensor row(int length, Device device, IntToDoubleFunction value) {
    double[] values = new double[length];
    Arrays.setAll(values, value);
    return Tensor.of(values, device, length);
  }
}
