package dev.leadline.bench.lockstep;

import dev.leadline.acquisition.Acquisition;
import dev.leadline.committee.CommitteeConfig;
import dev.leadline.pfn.ModelFile;
import dev.leadline.pfn.NetworkConfig;
import dev.leadline.surrogate.Buckets;
import dev.leadline.surrogate.Observations;
import dev.leadline.torch.gp.BatchedCommittee;
import dev.leadline.torch.nn.Network;
import dev.leadline.torch.nn.NetworkInput;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Judges by a transformer on libtorch, many runs in one pass. Used by one thread. */
final class NetworkScorer implements BatchScorer {

  /* Runs go through the network in groups, so that the (runs, candidates, buckets) arrays in double precision and the
   * attention of (context + candidates) stay below some gigabytes. */

  private static final long LARGEST_GROUP = 1L << 28;

  private final Network network;
  private final BarImprovement improvement;
  private final Acquisition acquisition;
  private final @Nullable BatchedCommittee committee;
  private final Device device;

  NetworkScorer(ModelFile file, Device device) {
    this.device = device;
    NetworkConfig config = file.manifest().network();
    CommitteeConfig members = file.manifest().committee();
    DType matrixType = device == Device.CUDA ? DType.BFLOAT16 : DType.FLOAT32;
    network = new Network(config, members == null ? 0 : members.members(), device, matrixType, 0);
    for (String name : network.parameters().names()) {
      network.parameters().set(name, file.weights().values(name));
    }
    float[] borders = file.weights().values("borders");
    double[] wide = IntStream.range(0, borders.length).mapToDouble(i -> borders[i]).toArray();
    improvement = new BarImprovement(new Buckets(wide), device);
    acquisition = file.manifest().acquisition();
    committee = members == null ? null : new BatchedCommittee(members);
  }

  @Override
  public Scoring condition(List<Observations> runs) {
    return (candidates, incumbents) -> {
      int most = Arrays.stream(candidates).mapToInt(of -> of.length).max().orElse(0);
      long each = (long) most * Math.max(network.config().buckets(), runs.get(0).size() + most);
      int group = (int) Math.max(1, Math.min(runs.size(), LARGEST_GROUP / Math.max(1, each)));
      List<double[]> gains = new ArrayList<>();
      List<double[]> means = new ArrayList<>();
      for (int first = 0; first < runs.size(); first += group) {
        int end = Math.min(runs.size(), first + group);
        Verdict verdict =
            judge(
                runs.subList(first, end),
                Arrays.copyOfRange(candidates, first, end),
                Arrays.copyOfRange(incumbents, first, end));
        for (int i = 0; i < end - first; i++) {
          gains.add(verdict.logImprovement(i));
          means.add(verdict.mean(i));
        }
      }
      return new Verdict(gains.toArray(double[][]::new), means.toArray(double[][]::new));
    };
  }

  private Verdict judge(List<Observations> runs, double[][][] candidates, double[] incumbents) {
    try (TensorScope scope = new TensorScope();
        NoGrad off = new NoGrad()) {
      int dimensions = runs.get(0).dimensions();
      Tensor contextX = padded(PaddedBatch.points(runs, device)); // (B, C, D)
      Tensor contextY = PaddedBatch.values(runs, device).to(DType.FLOAT32); // (B, C)
      Tensor queryX = padded(PaddedBatch.candidates(candidates, dimensions, device)); // (B, Q, D)
      Tensor inputs = Tensor.full(dimensions, device, DType.FLOAT32, runs.size()); // (B)
      Tensor best = Tensor.of(incumbents, device, incumbents.length, 1); // (B, 1)
      Tensor.Pair judged =
          committee == null
              ? plain(contextX, contextY, queryX, inputs, best)
              : relative(committee, contextX, contextY, queryX, inputs, best);
      return new Verdict(
          PaddedBatch.unpad(judged.first().toDoubleArray(), candidates),
          PaddedBatch.unpad(judged.second().toDoubleArray(), candidates));
    }
  }

  /** Log improvement and mean, (B, Q) each, of a network with plain tokens. */
  private Tensor.Pair plain(
      Tensor contextX, Tensor contextY, Tensor queryX, Tensor inputs, Tensor best) {
    NetworkInput input = new NetworkInput(contextX, contextY.unsqueeze(-1), queryX, null, inputs);
    Tensor logMass = network.logMass(input).to(DType.FLOAT64); // (B, Q, K)
    return new Tensor.Pair(
        improvement.log(acquisition, logMass, best.unsqueeze(-1)), improvement.mean(logMass));
  }

  /** The same for a network whose buckets are in units of the committee's posterior. */
  private Tensor.Pair relative(
      BatchedCommittee members,
      Tensor contextX,
      Tensor contextY,
      Tensor queryX,
      Tensor inputs,
      Tensor best) {
    BatchedCommittee.Opinion opinion = members.consult(contextX, contextY, queryX, inputs);
    NetworkInput input =
        new NetworkInput(
            contextX, opinion.contextFeatures(), queryX, opinion.queryFeatures(), inputs);
    Tensor logMass = network.logMass(input).to(DType.FLOAT64); // (B, Q, K)
    Tensor location = opinion.location().to(DType.FLOAT64); // (B, Q)
    Tensor scale = opinion.scale().to(DType.FLOAT64); // (B, Q)
    Tensor z = best.minus(location).over(scale).unsqueeze(-1); // (B, Q, 1)
    return new Tensor.Pair(
        improvement.log(acquisition, logMass, z).plus(scale.log()),
        improvement.mean(logMass).times(scale).plus(location));
  }

  /** float32, with zeros for the inputs the network has and the task has not. */
  private Tensor padded(Tensor points) {
    long missing = network.config().maxDimensions() - points.size(2);
    Tensor single = points.to(DType.FLOAT32);
    if (missing == 0) {
      return single;
    }
    Tensor zeros = Tensor.zeros(device, DType.FLOAT32, points.size(0), points.size(1), missing);
    return Tensor.cat(2, single, zeros);
  }

  @Override
  public void close() {
    improvement.close();
    network.close();
  }
}
