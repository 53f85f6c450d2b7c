package dev.leadline.torch.gp;

import dev.leadline.committee.CommitteeConfig;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;

/**
 * How well each member of a committee explains the contexts of B tasks. Immutable.
 *
 * @param whitening W of each member, (B·G, C, C)
 * @param solution A y, (B, G, C)
 * @param misfit ν₀ + yᵀA y, (B, G, 1)
 * @param logWeight λ, (B, G, 1)
 */
record MemberEvidence(Tensor whitening, Tensor solution, Tensor misfit, Tensor logWeight) {

  /**
   * Weighs the members by their marginal likelihood and prior.
   *
   * @param kernels (B, L, C, C), which are lost
   * @param values (B, C), in double precision
   */
  static MemberEvidence weigh(CommitteeConfig config, Tensor kernels, Tensor values) {
    long tasks = values.size(0);
    long context = values.size(1);
    long members = config.members();
    try (TensorScope scope = new TensorScope()) {
      Tensor root = whitening(config, kernels); // (B·G, C, C)
      Tensor repeated = values.reshape(tasks, 1, context, 1).expand(tasks, members, context, 1);
      Tensor whitened = root.matmul(repeated.reshape(tasks * members, context, 1));
      Tensor solution = root.transpose(1, 2).matmul(whitened).reshape(tasks, members, context);
      double degrees = config.scaleDegrees();
      Tensor misfit = whitened.square().sum(1).reshape(tasks, members, 1).plus(degrees);
      Tensor shrinkage = root.diagonal().log().sum(1).reshape(tasks, members, 1);
      Tensor fit = misfit.log().times(-0.5 * (degrees + context));
      Tensor prior =
          CommitteeKernels.row(
              config.members(), values.device(), k -> config.logPrior(config.kernelOf(k)));
      Tensor logWeight = fit.plus(shrinkage).plus(prior.reshape(1, -1, 1));
      return new MemberEvidence(root, solution, misfit, logWeight).escaped(scope);
    }
  }

  /** This, handed over to the scope around another. */
  MemberEvidence escaped(TensorScope scope) {
    scope.escape(whitening);
    scope.escape(solution);
    scope.escape(misfit);
    scope.escape(logWeight);
    return this;
  }

  /** W of K + ηI of every member, (B·G, C, C). */
  private static Tensor whitening(CommitteeConfig config, Tensor kernels) {
    long tasks = kernels.size(0);
    long context = kernels.size(2);
    int noises = config.noises().size();
    try (TensorScope scope = new TensorScope()) {
      Tensor covariance =
          kernels
              .unsqueeze(2)
              .expand(tasks, config.kernels(), noises, context, context)
              .contiguous();
      Tensor noise = CommitteeKernels.row(noises, kernels.device(), s -> config.noises().get(s));
      covariance.diagonal().plusInPlace(noise.reshape(1, 1, noises, 1));
      return scope.escape(
          Whitening.of(covariance.reshape(tasks * config.members(), context, context)));
    }
  }
}
