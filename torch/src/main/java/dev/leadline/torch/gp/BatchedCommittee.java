package dev.leadline.torch.gp;

import dev.leadline.committee.CommitteeConfig;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/**
 * The committee of fixed Gaussian processes for B tasks at once; {@code docs/network.md} defines
 * every symbol. Immutable and thread-safe.
 */
public final class BatchedCommittee {

  /* Distances are computed once for all members, kernels once per lengthscale. Each member costs one Cholesky factor L and
   * one triangular inverse; everything else is a product with L⁻¹, at the speed of matrix products: the weights yᵀA y = ‖L⁻¹y‖²,
   * the left-out values from the column norms of L⁻¹, the variances from L⁻¹·k(X, x). Tasks go in chunks that bound memory.
   * Double precision throughout: with noise ratios of 1e-6 the condition of K reaches 1e9. */

  private static final long CHUNK_BYTES_CPU = 1L << 28;
  private static final long CHUNK_BYTES_CUDA = 1L << 32;
  private static final double SMALLEST_VARIANCE = 1e-12;
  private static final double SMALLEST_DEVIATION = 1e-6;
  private static final double LARGEST_LOG_RATIO = 6;

  /**
   * What the committee says, in single precision.
   *
   * @param contextFeatures (B, C, 3G + 8)
   * @param queryFeatures (B, Q, 3G + 6)
   * @param location (B, Q)
   * @param scale (B, Q)
   */
  public record Opinion(
      Tensor contextFeatures, Tensor queryFeatures, Tensor location, Tensor scale) {}

  private final CommitteeConfig config;

  public BatchedCommittee(CommitteeConfig config) {
    this.config = config;
  }

  /**
   * Conditions on the contexts and predicts at the queries.
   *
   * @param contextX (B, C, D), zero beyond a task's own dimensions
   * @param contextY (B, C), scaled
   * @param queryX (B, Q, D)
   * @param dimensions (B), the number of inputs of each task
   */
  public Opinion consult(Tensor contextX, Tensor contextY, Tensor queryX, Tensor dimensions) {
    long tasks = contextX.size(0);
    long context = contextX.size(1);
    contextX.expect("context x", tasks, -1, -1);
    contextY.expect("context y", tasks, context);
    queryX.expect("query x", tasks, -1, contextX.size(2));
    dimensions.expect("dimensions", tasks);
    long perTask = 8L * config.members() * Math.max(1, context) * (context + 2 * queryX.size(1));
    long bytes = contextX.device() == Device.CPU ? CHUNK_BYTES_CPU : CHUNK_BYTES_CUDA;
    long chunk = Math.max(1, Math.min(tasks, bytes / perTask));
    try (TensorScope scope = new TensorScope()) {
      List<Opinion> parts = new ArrayList<>();
      for (long from = 0; from < tasks; from += chunk) {
        long size = Math.min(chunk, tasks - from);
        try (TensorScope part = new TensorScope()) {
          Opinion opinion =
              new Session(
                      config,
                      contextX.narrow(0, from, size).to(DType.FLOAT64),
                      contextY.narrow(0, from, size).to(DType.FLOAT64),
                      dimensions.narrow(0, from, size).to(DType.FLOAT64))
                  .opinion(queryX.narrow(0, from, size).to(DType.FLOAT64));
          parts.add(escaped(opinion, part));
        }
      }
      return escaped(joined(parts), scope);
    }
  }

  private static Opinion escaped(Opinion opinion, TensorScope scope) {
    scope.escape(opinion.contextFeatures);
    scope.escape(opinion.queryFeatures);
    scope.escape(opinion.location);
    scope.escape(opinion.scale);
    return opinion;
  }

  private static Opinion joined(List<Opinion> parts) {
    if (parts.size() == 1) {
      return parts.get(0);
    }
    return new Opinion(
        Tensor.cat(0, parts.stream().map(Opinion::contextFeatures).toArray(Tensor[]::new)),
        Tensor.cat(0, parts.stream().map(Opinion::queryFeatures).toArray(Tensor[]::new)),
        Tensor.cat(0, parts.stream().map(Opinion::location).toArray(Tensor[]::new)),
        Tensor.cat(0, parts.stream().map(Opinion::scale).toArray(Tensor[]::new)));
  }

  /** One chunk of tasks, conditioned. */
  private static final class Session {

    private final CommitteeConfig config;
    private final long tasks;
    private final long context;
    private final int lengths;
    private final int noises;
    private final Device device;
    private final Tensor contextX;
    private final Tensor contextY;
    private final Tensor dimensions; // (B, 1)
    private final Tensor squares; // (B, C, C), ‖x − x'‖²/d
    private final Tensor inverse; // (B·L, S·C, C), L⁻¹ of each member
    private final Tensor alpha; // (B, G, C), A y
    private final Tensor precision; // (B, G, C), the diagonal of A
    private final Tensor variance; // (B, G, 1), ŝ²
    private final Tensor logWeight; // (B, G, 1), λ
    private final Tensor weight; // (B, G, 1), w
    private final Tensor speaking; // (B, G, 1), 1 or 0

    Session(CommitteeConfig config, Tensor contextX, Tensor contextY, Tensor dimensions) {
      this.config = config;
      this.contextX = contextX;
      this.contextY = contextY;
      this.dimensions = dimensions.unsqueeze(1);
      tasks = contextX.size(0);
      context = contextX.size(1);
      lengths = config.lengthscales().size();
      noises = config.noises().size();
      device = contextX.device();
      long members = config.members();
      squares = squaredDistance(contextX);
      Tensor factor = covariance().choleskyWithInfo().first(); // (B·G, C, C)
      Tensor root = factor.solveLower(Tensor.identity(context, device, DType.FLOAT64));
      Tensor values = contextY.reshape(tasks, 1, context, 1).expand(tasks, members, context, 1);
      Tensor whitened = root.matmul(values.reshape(tasks * members, context, 1));
      Tensor product = root.transpose(1, 2).matmul(whitened);
      alpha = product.reshape(tasks, members, context);
      precision = root.square().sum(1).reshape(tasks, members, context);
      inverse = root.reshape(tasks * lengths, noises * context, context);

      double degrees = config.scaleDegrees();
      Tensor misfit = whitened.square().sum(1).reshape(tasks, members, 1).plus(degrees);
      variance = misfit.over(degrees + context);
      Tensor volume = factor.diagonal().log().sum(1).reshape(tasks, members, 1);
      Tensor fit = misfit.log().times(-0.5 * (degrees + context));
      logWeight = fit.minus(volume).plus(logPrior());
      Tensor best = logWeight.maxKeeping(1);
      speaking = best.minus(config.silence()).greaterThan(logWeight).not().to(DType.FLOAT64);
      Tensor share = logWeight.minus(best).exp().times(speaking);
      weight = share.over(share.sumKeeping(1));
    }

    Opinion opinion(Tensor queryX) {
      Moments atQueries = queries(queryX);
      Moments atContext = leftOut();
      Tensor lowest =
          context == 0
              ? Tensor.zeros(device, DType.FLOAT64, tasks, 1)
              : contextY.minKeeping(1); // (B, 1)
      Tensor queryFeatures = features(atQueries, lowest, nearest(queryX));
      Tensor contextFeatures = features(atContext, lowest, nearestOther());
      Tensor surprise = contextY.minus(atContext.location).over(atContext.scale).asinh();
      return new Opinion(
          single(Tensor.cat(2, contextFeatures, column(contextY.asinh()), column(surprise))),
          single(queryFeatures),
          single(atQueries.location),
          single(atQueries.scale));
    }

    /** Members' means and variances (B, G, M), and the committee's own (B, M). */
    private record Moments(Tensor mean, Tensor variance, Tensor location, Tensor scale) {}

    private Moments moments(Tensor mean, Tensor latentVariance) {
      Tensor location = mean.times(weight).sum(1); // (B, M)
      Tensor spread = mean.minus(location.unsqueeze(1)).square().plus(latentVariance);
      Tensor scale = spread.times(weight).sum(1).sqrt().clampMin(SMALLEST_DEVIATION);
      return new Moments(mean, latentVariance, location, scale);
    }

    private Moments queries(Tensor queryX) {
      long members = config.members();
      long count = queryX.size(1);
      double prior = 1 + config.meanVariance();
      Tensor distance = Kernel.squaredDistance(contextX, queryX).over(dimensions.unsqueeze(2));
      Tensor cross = kernels(distance).reshape(tasks * lengths, context, count);
      Tensor mean = alpha.reshape(tasks * lengths, noises, context).matmul(cross);
      Tensor solved = inverse.matmul(cross).square(); // (B·L, S·C, Q)
      Tensor explained = solved.reshape(tasks, members, context, count).sum(2);
      Tensor rest = explained.negate().plus(prior).clampMin(SMALLEST_VARIANCE);
      return moments(mean.reshape(tasks, members, count), rest.times(variance));
    }

    private Moments leftOut() {
      Tensor mean = contextY.unsqueeze(1).minus(alpha.over(precision));
      Tensor noise = row(config.members(), config::noiseOf).reshape(1, -1, 1);
      Tensor rest = precision.reciprocal().minus(noise).clampMin(SMALLEST_VARIANCE);
      return moments(mean, rest.times(variance));
    }

    private Tensor features(Moments moments, Tensor lowest, Tensor nearest) {
      long count = moments.location.size(1);
      Tensor scale = moments.scale.unsqueeze(1); // (B, 1, M)
      Tensor offset = moments.mean.minus(moments.location.unsqueeze(1)).over(scale).asinh();
      Tensor ratio =
          moments.variance.sqrt().over(scale).log().clamp(-LARGEST_LOG_RATIO, LARGEST_LOG_RATIO);
      Tensor normal = logWeight.minus(logWeight.logSumExpKeeping(1));
      Tensor votes = normal.clampMin(-config.silence()).over(4); // (B, G, 1)
      Tensor above = moments.location.minus(lowest).over(moments.scale).asinh();
      Tensor logCount =
          Tensor.full(Math.log1p((double) context), device, DType.FLOAT64, tasks, count, 1);
      return Tensor.cat(
          2,
          offset.times(speaking).transpose(1, 2),
          ratio.times(speaking).transpose(1, 2),
          votes.expand(tasks, config.members(), count).transpose(1, 2),
          column(moments.location.asinh()),
          column(moments.scale.log()),
          column(above),
          column(nearest.plus(1e-8).log().times(0.5)),
          logCount,
          dimensions.log().unsqueeze(1).expand(tasks, count, 1));
    }

    /** δ²/d from each query to the nearest context point, (B, Q). */
    private Tensor nearest(Tensor queryX) {
      if (context == 0) {
        return Tensor.full(1, device, DType.FLOAT64, tasks, queryX.size(1));
      }
      Tensor distance = Kernel.squaredDistance(queryX, contextX).over(dimensions.unsqueeze(2));
      return distance.minKeeping(2).squeeze(2);
    }

    /** δ²/d from each context point to the nearest other one, (B, C). */
    private Tensor nearestOther() {
      if (context < 2) {
        return Tensor.full(1, device, DType.FLOAT64, tasks, context);
      }
      Tensor self = Tensor.identity(context, device, DType.FLOAT64).times(1e9);
      return squares.plus(self).minKeeping(2).squeeze(2);
    }

    private Tensor squaredDistance(Tensor points) {
      return Kernel.squaredDistance(points, points).over(dimensions.unsqueeze(2));
    }

    /** K + ηI of every member, (B·G, C, C). */
    private Tensor covariance() {
      Tensor identity = Tensor.identity(context, device, DType.FLOAT64);
      Tensor noise = row(noises, s -> config.noises().get(s)).reshape(1, 1, noises, 1, 1);
      return kernels(squares)
          .unsqueeze(2)
          .plus(identity.times(noise))
          .reshape(tasks * config.members(), context, context);
    }

    /** Matérn-5/2 plus the variance of the mean at distances (B, N, M): (B, L, N, M). */
    private Tensor kernels(Tensor distance) {
      Tensor length = row(lengths, l -> config.lengthscales().get(l));
      Tensor scaled = distance.unsqueeze(1).over(length.square().reshape(1, lengths, 1, 1));
      return Kernel.MATERN_52.of(scaled).plus(config.meanVariance());
    }

    private Tensor logPrior() {
      return row(config.members(), k -> config.logPrior(config.lengthscaleOf(k))).reshape(1, -1, 1);
    }

    private Tensor row(int length, IntToDoubleFunction value) {
      double[] values = new double[length];
      Arrays.setAll(values, value);
      return Tensor.of(values, device, length);
    }

    private static Tensor column(Tensor tensor) {
      return tensor.unsqueeze(2);
    }

    private static Tensor single(Tensor tensor) {
      return tensor.to(DType.FLOAT32);
    }
  }
}
