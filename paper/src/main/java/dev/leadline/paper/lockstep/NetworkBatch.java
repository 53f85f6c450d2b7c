package dev.leadline.paper.lockstep;

import dev.leadline.surrogate.Observations;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Several runs as a network reads them: float32, zeros for the inputs the network has and the task
 * has not, packed run by run on all cores and sent in one piece. Immutable and thread-safe.
 *
 * @param inputs the number of inputs of the network
 */
record NetworkBatch(int inputs, Device device) {

  /** The points (B, C, D) of runs with equally many observations. */
  Tensor points(List<Observations> runs) {
    int count = runs.get(0).size();
    float[] flat = new float[runs.size() * count * inputs];
    IntStream.range(0, runs.size())
        .parallel()
        .forEach(
            run -> {
              Observations known = runs.get(run);
              PaddedBatch.checkSize(known, runs.get(0));
              for (int i = 0; i < count; i++) {
                int start = (run * count + i) * inputs;
                for (int d = 0; d < known.dimensions(); d++) {
                  flat[start + d] = (float) known.coordinate(i, d);
                }
              }
            });
    return Tensor.of(flat, device, runs.size(), count, inputs);
  }

  /** The values (B, C) of runs with equally many observations. */
  Tensor values(List<Observations> runs) {
    int count = runs.get(0).size();
    float[] flat = new float[runs.size() * count];
    for (int run = 0; run < runs.size(); run++) {
      for (int i = 0; i < count; i++) {
        flat[run * count + i] = (float) runs.get(run).value(i);
      }
    }
    return Tensor.of(flat, device, runs.size(), count);
  }

  /** Candidates (B, Q, D) with Q the largest number any run has; short runs end in centres. */
  Tensor candidates(double[][][] candidates, int dimensions) {
    int most = PaddedBatch.longest(candidates);
    float[] flat = new float[candidates.length * most * inputs];
    IntStream.range(0, candidates.length)
        .parallel()
        .forEach(
            run -> {
              for (int i = 0; i < most; i++) {
                int start = (run * most + i) * inputs;
                if (i >= candidates[run].length) {
                  Arrays.fill(flat, start, start + dimensions, 0.5f);
                  continue;
                }
                for (int d = 0; d < dimensions; d++) {
                  flat[start + d] = (float) candidates[run][i][d];
                }
              }
            });
    return Tensor.of(flat, device, candidates.length, most, inputs);
  }
}
