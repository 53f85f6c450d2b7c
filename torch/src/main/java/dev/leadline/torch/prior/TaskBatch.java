package dev.leadline.torch.prior;

import dev.leadline.torch.tensor.Tensor;
import java.util.List;

/**
 * Tasks that share their sizes, ready for the network; symbols as in {@code docs/network.md}.
 *
 * <p>Values are on the scaled side: the output scaling was fitted on the context and applied to the
 * targets. All tensors are float32 on one device.
 *
 * @param contextX (B, C, D) in the unit cube
 * @param contextY (B, C)
 * @param queryX (B, Q, D)
 * @param targets (B, Q), what is to be predicted
 */
public record TaskBatch(Tensor contextX, Tensor contextY, Tensor queryX, Tensor targets) {

  public TaskBatch {
    long tasks = contextX.size(0);
    long context = contextX.size(1);
    long queries = queryX.size(1);
    contextX.expect("context x", tasks, context, -1);
    contextY.expect("context y", tasks, context);
    queryX.expect("query x", tasks, queries, contextX.size(2));
    targets.expect("targets", tasks, queries);
  }

  /** All tensors. */
  public List<Tensor> tensors() {
    return List.of(contextX, contextY, queryX, targets);
  }
}
