package dev.leadline.torch.gp;

import dev.leadline.committee.CommitteeConfig;
import dev.leadline.committee.EvidenceWeight;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;

/**
 * A committee that has seen the contexts of B tasks. Its tensors belong to the scope it was made
 * in. Immutable.
 */
public final class ConditionedCommittee {

  /* Distances and cosine series are computed once for all members; an additive kernel is a product of scaled series. Each
   * member costs one inverse W of a Cholesky factor; everything else is a product with W, at the speed of matrix products:
   * the weights yᵀA y = ‖W y‖², the left-out values from the column norms of W, the variances from W·k(X, x). Double precision throughout: with noise ratios of 1e-6 the condition of K reaches 1e9. */

  /**
   * What the committee says at queries.
   *
   * @param features (B, Q, 3G + 6), in single precision as the rest up to the members
   * @param location (B, Q)
   * @param scale (B, Q)
   * @param share (B, G, 1), the members' shares in the mixture, 0 for the silent
   * @param mean (B, G, Q), the members' means
   * @param deviation (B, G, Q), their standard deviations
   */
  public record Forecast(
      Tensor features,
      Tensor location,
      Tensor scale,
      Tensor share,
      Tensor mean,
      Tensor deviation) {}

  private static final double SMALLEST_VARIANCE = 1e-12;
  private static final double SMALLEST_DEVIATION = 1e-6;
  private static final double LARGEST_LOG_RATIO = 6;

  private final CommitteeConfig config;
  private final long tasks;
  private final long context;
  private final CommitteeKernels kernels;
  private final int count;
  private final int noises;
  private final Device device;
  private final Tensor contextX;
  private final Tensor contextY;
  private final Tensor dimensions; // (B, 1)
  private final Tensor squares; // (B, C, C), ‖x − x'‖²/d
  private final Tensor series; // (B, A·C, D·F), weighted cosine terms
  private final Tensor inverse; // (B·L, S·C, C), W of each member
  private final Tensor alpha; // (B, G, C), A y
  private final Tensor precision; // (B, G, C), the diagonal of A
  private final Tensor variance; // (B, G, 1), ŝ²
  private final Tensor logWeight; // (B, G, 1), λ
  private final Tensor weight; // (B, G, 1), w
  private final Tensor speaking; // (B, G, 1), 1 or 0
  private final Tensor lowest; // (B, 1), min y

  /**
   * Conditions on contexts.
   *
   * @param points (B, C, D), zero beyond a task's own dimensions
   * @param scaled (B, C), values on the model's scale
   * @param inputs (B), the number of inputs of each task
   * @param units (B, D), of the inputs, in which distances are measured
   */
  public ConditionedCommittee(
      CommitteeConfig config, Tensor points, Tensor scaled, Tensor inputs, Tensor units) {
    this.config = config;
    contextX = points.to(DType.FLOAT64);
    contextY = scaled.to(DType.FLOAT64);
    dimensions = inputs.to(DType.FLOAT64).unsqueeze(1);
    tasks = contextX.size(0);
    context = contextX.size(1);
    count = config.kernels();
    noises = config.noises().size();
    device = contextX.device();
    long members = config.members();
    kernels = new CommitteeKernels(config, dimensions, units.to(DType.FLOAT64));
    squares = kernels.distance(contextX, contextX);
    Tensor terms = kernels.series(contextX); // (B, C, D·F)
    series = kernels.weighted(terms);
    MemberEvidence evidence = evidence(terms);
    Tensor root = evidence.whitening(); // (B·G, C, C)
    alpha = evidence.solution();
    precision = root.squaredNorm(1).reshape(tasks, members, context);
    inverse = root.reshape(tasks * count, noises * context, context);
    variance = evidence.misfit().over(config.scaleDegrees() + context);
    logWeight = evidence.logWeight();
    Tensor best = logWeight.maxKeeping(1);
    speaking = best.minus(config.cutoff()).greaterThan(logWeight).not().to(DType.FLOAT64);
    weight = normalised(logWeight.minus(best).exp());
    lowest = context == 0 ? Tensor.zeros(device, DType.FLOAT64, tasks, 1) : contextY.minKeeping(1);
  }

  /** The features of the context points, each left out of what the committee knows of it. */
  public Tensor contextFeatures() {
    Moments moments = leftOut();
    Tensor surprise = contextY.minus(moments.location).over(moments.scale).asinh();
    return single(
        Tensor.cat(
            2,
            features(moments, nearestOther()),
            column(contextY.asinh()),
            column(surprise))); // (B, C, 3G + 8)
  }

  /** Predicts at queries (B, Q, D). */
  public Forecast at(Tensor points) {
    Tensor queryX = points.to(DType.FLOAT64);
    Tensor distance = kernels.distance(contextX, queryX); // (B, C, Q)
    Moments moments = queries(queryX, distance);
    return new Forecast(
        single(features(moments, nearest(distance))),
        single(moments.location),
        single(moments.scale),
        normalised(
            logWeight.minus(logWeight.maxKeeping(1)).times(EvidenceWeight.HALF.power()).exp()),
        moments.mean,
        moments.variance.sqrt());
  }

  /** Shares of those that have a say, (B, G, 1). */
  private Tensor normalised(Tensor shares) {
    Tensor heard = shares.times(speaking);
    return heard.over(heard.sumKeeping(1));
  }

  /** Members' means and variances (B, G, M), and the committee's own (B, M). */
  private record Moments(Tensor mean, Tensor variance, Tensor location, Tensor scale) {}

  private Moments moments(Tensor mean, Tensor latentVariance) {
    Tensor location = mean.times(weight).sum(1); // (B, M)
    Tensor spread = mean.minus(location.unsqueeze(1)).square().plus(latentVariance);
    Tensor scale = spread.times(weight).sum(1).sqrt().clampMin(SMALLEST_DEVIATION);
    return new Moments(mean, latentVariance, location, scale);
  }

  private Moments queries(Tensor queryX, Tensor distance) {
    long members = config.members();
    long queries = queryX.size(1);
    Tensor querySeries = kernels.series(queryX);
    Tensor cross =
        kernels.between(distance, series, querySeries).reshape(tasks * count, context, queries);
    Tensor mean = alpha.reshape(tasks * count, noises, context).matmul(cross);
    Tensor solved = inverse.matmul(cross); // (B·L, S·C, Q)
    Tensor explained = solved.reshape(tasks, members, context, queries).squaredNorm(2);
    Tensor rest = kernels.prior(querySeries).minus(explained).clampMin(SMALLEST_VARIANCE);
    return moments(mean.reshape(tasks, members, queries), rest.times(variance));
  }

  private Moments leftOut() {
    Tensor mean = contextY.unsqueeze(1).minus(alpha.over(precision));
    Tensor noise =
        CommitteeKernels.row(config.members(), device, config::noiseOf).reshape(1, -1, 1);
    Tensor rest = precision.reciprocal().minus(noise).clampMin(SMALLEST_VARIANCE);
    return moments(mean, rest.times(variance));
  }

  private Tensor features(Moments moments, Tensor nearest) {
    long points = moments.location.size(1);
    Tensor scale = moments.scale.unsqueeze(1); // (B, 1, M)
    Tensor offset = moments.mean.minus(moments.location.unsqueeze(1)).over(scale).asinh();
    Tensor ratio =
        moments.variance.sqrt().over(scale).log().clamp(-LARGEST_LOG_RATIO, LARGEST_LOG_RATIO);
    Tensor normal = logWeight.minus(logWeight.logSumExpKeeping(1));
    Tensor votes = normal.clampMin(-config.cutoff()).over(4); // (B, G, 1)
    Tensor above = moments.location.minus(lowest).over(moments.scale).asinh();
    Tensor logCount =
        Tensor.full(Math.log1p((double) context), device, DType.FLOAT64, tasks, points, 1);
    return Tensor.cat(
        2,
        offset.times(speaking).transpose(1, 2),
        ratio.times(speaking).transpose(1, 2),
        votes.expand(tasks, config.members(), points).transpose(1, 2),
        column(moments.location.asinh()),
        column(moments.scale.log()),
        column(above),
        column(nearest.plus(1e-8).log().times(0.5)),
        logCount,
        dimensions.log().unsqueeze(1).expand(tasks, points, 1));
  }

  /** δ²/d from each query to the nearest context point, (B, Q), from all distances (B, C, Q). */
  private Tensor nearest(Tensor distance) {
    return context == 0
        ? Tensor.full(1, device, DType.FLOAT64, tasks, distance.size(2))
        : distance.minKeeping(1).squeeze(1);
  }

  /** δ²/d from each context point to the nearest other one, (B, C). */
  private Tensor nearestOther() {
    if (context < 2) {
      return Tensor.full(1, device, DType.FLOAT64, tasks, context);
    }
    Tensor self = Tensor.identity(context, device, DType.FLOAT64).times(1e9);
    return squares.plus(self).minKeeping(2).squeeze(2);
  }

  private MemberEvidence evidence(Tensor terms) {
    try (TensorScope scope = new TensorScope()) {
      Tensor covariances = kernels.between(squares, series, terms); // (B, L, C, C)
      return MemberEvidence.weigh(config, covariances, contextY).escaped(scope);
    }
  }

  private static Tensor column(Tensor tensor) {
    return tensor.unsqueeze(2);
  }

  private static Tensor single(Tensor tensor) {
    return tensor.to(DType.FLOAT32);
  }
}
