package dev.leadline.torch.gp;

import dev.leadline.committee.CommitteeConfig;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.ArrayList;
import java.util.List;

/**
 * How much better a committee explains one alternative for the values of B tasks than another: what
 * {@code ValueEvidence} says at inference, on a device and in chunks that bound memory. Immutable
 * and thread-safe.
 */
public final class BatchedValueEvidence {

  /** The kernels, a factor of their inverses and what is left of them on the way. */
  private static final long MATRICES_PER_MEMBER = 3;

  private final CommitteeConfig pilot;

  public BatchedValueEvidence(CommitteeConfig config) {
    pilot = config.pilot();
  }

  /**
   * The largest log evidence among the members for the one minus that for the other, (B, 1).
   *
   * @param points (B, N, D), zero beyond a task's own dimensions
   * @param inputs (B), the number of inputs of each task
   * @param one (B, N), values on the model's scale
   * @param other (B, N)
   */
  public Tensor gain(Tensor points, Tensor inputs, Tensor one, Tensor other) {
    long tasks = points.size(0);
    long count = points.size(1);
    points.expect("points", tasks, -1, -1);
    inputs.expect("inputs", tasks);
    one.expect("values", tasks, count);
    other.expect("values", tasks, count);
    long perTask = 8 * MATRICES_PER_MEMBER * pilot.members() * count * count;
    try (TensorScope scope = new TensorScope()) {
      List<Tensor> parts = new ArrayList<>();
      for (Chunk chunk : Chunk.all(tasks, perTask, points.device())) {
        try (TensorScope part = new TensorScope()) {
          MemberEvidence evidence =
              MemberEvidence.weigh(
                  pilot, kernels(chunk.of(points), chunk.of(inputs)), chunk.of(one));
          Tensor second = evidence.logWeightOf(pilot, chunk.of(other));
          parts.add(part.escape(best(evidence.logWeight()).minus(best(second))));
        }
      }
      return scope.escape(Tensor.cat(0, parts.toArray(Tensor[]::new)));
    }
  }

  private static Tensor best(Tensor logWeight) {
    return logWeight.maxKeeping(1).squeeze(2); // (B, 1)
  }

  private Tensor kernels(Tensor points, Tensor inputs) {
    Device device = points.device();
    Tensor places = points.to(DType.FLOAT64);
    Tensor equal = Tensor.full(1, device, DType.FLOAT64, points.size(0), points.size(2));
    CommitteeKernels kernels =
        new CommitteeKernels(pilot, inputs.to(DType.FLOAT64).unsqueeze(1), equal);
    Tensor series = kernels.series(places);
    return kernels.between(kernels.distance(places, places), kernels.weighted(series), series);
  }
}
