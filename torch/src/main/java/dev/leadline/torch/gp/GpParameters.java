package dev.leadline.torch.gp;

import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;

/**
 * The hyper-parameters of B Gaussian processes, in double precision.
 *
 * @param lengthscale (B, D)
 * @param outputScale (B), the prior variance
 * @param noise (B), the variance of the observation noise
 * @param mean (B), the constant prior mean
 */
public record GpParameters(Tensor lengthscale, Tensor outputScale, Tensor noise, Tensor mean) {

  public GpParameters {
    long tasks = lengthscale.size(0);
    lengthscale.expect("lengthscale", -1, -1);
    outputScale.expect("output scale", tasks);
    noise.expect("noise", tasks);
    mean.expect("mean", tasks);
  }

  /** The number of processes, B. */
  public long tasks() {
    return lengthscale.size(0);
  }

  /** Hands all four tensors over to the scope around this one. */
  public GpParameters escape(TensorScope scope) {
    scope.escape(lengthscale);
    scope.escape(outputScale);
    scope.escape(noise);
    scope.escape(mean);
    return this;
  }
}
