package dev.leadline.torch.prior;

import dev.leadline.committee.CommitteeConfig;
import dev.leadline.committee.InputUnits;
import dev.leadline.torch.gp.BatchedValueEvidence;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import dev.leadline.units.LowEnd;
import dev.leadline.units.ModelUnits;
import dev.leadline.units.OutputScaling;

/**
 * Which of B tasks have the low end of their values spread: the same choice as {@link LowEnd}, by a
 * committee's evidence, on a device and without waiting for it. Immutable and thread-safe.
 */
final class BatchedLowEnd {

  private final OutputScaling scaling;
  private final BatchedValueEvidence evidence;

  /**
   * @param scaling what comes after the low end is spread
   * @param committee whose evidence decides
   */
  BatchedLowEnd(OutputScaling scaling, CommitteeConfig committee) {
    this.scaling = scaling;
    this.evidence = new BatchedValueEvidence(committee);
  }

  /**
   * The shares (B, 1) by which contexts are spread, 0 where values stay as they are. A beginning of
   * each context decides, as in a study.
   *
   * @param points (B, C, D), zero beyond a task's own dimensions
   * @param values (B, C), as observed, in double precision
   * @param inputs (B), the number of inputs of each task
   */
  Tensor shares(Tensor points, Tensor values, Tensor inputs) {
    int beginning = ModelUnits.beginning((int) values.size(1));
    if (beginning == 0) {
      return Tensor.zeros(values.device(), DType.FLOAT64, values.size(0), 1);
    }
    long[] places = InputUnits.selection(beginning);
    try (TensorScope scope = new TensorScope()) {
      Tensor index = Tensor.of(places, values.device(), places.length);
      return scope.escape(
          judged(points.indexSelect(1, index), values.indexSelect(1, index), inputs));
    }
  }

  private Tensor judged(Tensor points, Tensor values, Tensor inputs) {
    int count = (int) values.size(1);
    Tensor progress =
        inputs.to(DType.FLOAT64).unsqueeze(1).reciprocal().times(count / LowEnd.PER_INPUT);
    Tensor share = progress.square().clamp(0, 1); // (B, 1)
    BatchedScaling before = BatchedScaling.fit(scaling, values);
    BatchedScaling after = BatchedScaling.fit(scaling, values, share);
    Tensor explained =
        evidence.gain(points, inputs, after.toModel(values), before.toModel(values)); // (B, 1)
    Tensor slopes = after.logDerivative(values).minus(before.logDerivative(values));
    Tensor above = values.greaterThan(values.minKeeping(1)).to(DType.FLOAT64);
    Tensor gain = explained.plus(slopes.times(above).sumKeeping(1));
    return share.where(gain.greaterThan(LowEnd.price(count)), share.times(0));
  }
}
