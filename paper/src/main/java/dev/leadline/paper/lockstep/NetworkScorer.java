package dev.leadline.paper.lockstep;

import dev.leadline.acquisition.Scores;
import dev.leadline.pfn.ModelFile;
import dev.leadline.surrogate.Buckets;
import dev.leadline.surrogate.Observations;
import dev.leadline.torch.nn.Network;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import dev.leadline.torch.train.Weights;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Scores by a transformer of the paper on libtorch, many runs in one pass. Used by one thread. */
final class NetworkScorer implements BatchScorer {

  /* Runs go through the network in groups whose tensors stay below some gigabytes: at most, while a layer is passed, the
   * residual stream before each of the six layers (24 bytes per token and coordinate of the embedding) and inside the layer
   * (qkv 6, feed-forward part 10, copies in float32 and bfloat16 18), with a reserve 64. Contexts grow with every step, so an
   * allocator would gather outgrown blocks until the memory is full. Taking the most that will be needed in one block and
   * giving it back makes it cut all later tensors from that block. */

  private static final long LARGEST_GROUP = 12L << 30;
  private static final long BYTES_PER_COORDINATE = 64;
  private static final long USUAL_CANDIDATES = 1024;

  private final Network network;
  private final BarImprovement improvement;
  private final Device device;

  NetworkScorer(ModelFile file, Device device) {
    this.device = device;
    network = Weights.network(file, device);
    improvement = new BarImprovement(new Buckets(file.borders()), device);
  }

  /** Makes room on a GPU for so many runs up to a number of observations. */
  void reserve(int runs, int observations) {
    if (device == Device.CUDA) {
      try (TensorScope scope = new TensorScope()) {
        Tensor.empty(device, DType.UINT8, Math.min(LARGEST_GROUP, runs * bytes(observations)));
      }
    }
  }

  @Override
  public List<Scores> score(
      List<Observations> known, double[][][] candidates, double[] incumbents) {
    Map<Integer, List<Integer>> bySize =
        IntStream.range(0, known.size())
            .boxed()
            .collect(
                Collectors.groupingBy(i -> known.get(i).size(), TreeMap::new, Collectors.toList()));
    Scores[] scores = new Scores[known.size()];
    bySize.forEach(
        (size, alike) -> {
          int most = (int) Math.max(1, LARGEST_GROUP / bytes(size));
          for (int first = 0; first < alike.size(); first += most) {
            List<Integer> group = alike.subList(first, Math.min(alike.size(), first + most));
            List<Scores> own =
                scoreAlike(
                    group.stream().map(known::get).toList(),
                    group.stream().map(i -> candidates[i]).toArray(double[][][]::new),
                    group.stream().mapToDouble(i -> incumbents[i]).toArray());
            for (int i = 0; i < own.size(); i++) {
              scores[group.get(i)] = own.get(i);
            }
          }
        });
    return List.of(scores);
  }

  /** What one run takes at most. */
  private long bytes(long context) {
    return BYTES_PER_COORDINATE * network.config().width() * (context + USUAL_CANDIDATES);
  }

  /** One pass for runs with equally many observations. */
  private List<Scores> scoreAlike(
      List<Observations> known, double[][][] candidates, double[] incumbents) {
    try (TensorScope scope = new TensorScope();
        NoGrad off = new NoGrad()) {
      int dimensions = known.get(0).dimensions();
      Tensor contextX = PaddedBatch.points(known, device).to(DType.FLOAT32); // (B, C, D)
      Tensor contextY = PaddedBatch.values(known, device).to(DType.FLOAT32); // (B, C)
      Tensor queryX = PaddedBatch.candidates(candidates, dimensions, device); // (B, Q, D)
      Tensor best = Tensor.of(incumbents, device, incumbents.length, 1, 1); // (B, 1, 1)
      Tensor logMass =
          network
              .logMass(contextX, contextY, queryX.to(DType.FLOAT32))
              .to(DType.FLOAT64); // (B, Q, K)
      return PaddedBatch.scores(
          improvement.log(logMass, best).toDoubleArray(),
          improvement.mean(logMass).toDoubleArray(),
          candidates);
    }
  }

  @Override
  public void close() {
    improvement.close();
    network.close();
  }
}
