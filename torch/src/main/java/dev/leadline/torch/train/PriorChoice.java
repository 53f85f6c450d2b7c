package dev.leadline.torch.train;

import dev.leadline.torch.prior.CurvePrior;
import dev.leadline.torch.prior.GpPrior;
import dev.leadline.torch.prior.Split;
import dev.leadline.torch.prior.TaskPrior;

/** Where the tasks of a run come from. */
public enum PriorChoice {
  /** The paper's Gaussian processes, context chosen uniformly. */
  PAPER_UNIFORM,
  /** The paper's Gaussian processes, context chosen by softmax(y), §4.1. */
  PAPER_NON_UNIFORM,
  /** The paper's processes with lengthscales stretched by √d, context chosen uniformly. */
  FAIR_UNIFORM,
  /** The same, context chosen by softmax(y). */
  FAIR_NON_UNIFORM,
  /** Learning curves that have begun, among complete ones of their study. */
  CURVES;

  /** The prior for tasks of so many dimensions. */
  TaskPrior create(int dimensions) {
    return switch (this) {
      case PAPER_UNIFORM -> GpPrior.paper(dimensions, Split.UNIFORM);
      case PAPER_NON_UNIFORM -> GpPrior.paper(dimensions, Split.HIGH_VALUES);
      case FAIR_UNIFORM -> GpPrior.fair(dimensions, Split.UNIFORM);
      case FAIR_NON_UNIFORM -> GpPrior.fair(dimensions, Split.HIGH_VALUES);
      case CURVES -> new CurvePrior();
    };
  }
}
