package dev.leadline.torch.gp;

import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.function.UnaryOperator;

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

  /** The same change of all four tensors. */
  public GpParameters map(UnaryOperator<Tensor> change) {
    return new GpParameters(
        change.apply(lengthscale),
        change.apply(outputScale),
        change.apply(noise),
        change.apply(mean));
  }

  /** Hands all four tensors over to the scope around this one. */
  public GpParameters escape(TensorScope scope) {
    return map(scope::escape);
  }
}
