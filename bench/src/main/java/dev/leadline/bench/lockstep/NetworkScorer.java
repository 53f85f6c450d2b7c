package dev.leadline.bench.lockstep;

import dev.leadline.acquisition.Acquisition;
import dev.leadline.acquisition.Scores;
import dev.leadline.committee.CommitteeConfig;
import dev.leadline.committee.CommitteeJudge;
import dev.leadline.pfn.ModelFile;
import dev.leadline.pfn.NetworkConfig;
import dev.leadline.suggest.Step;
import dev.leadline.surrogate.Buckets;
import dev.leadline.surrogate.Observations;
import dev.leadline.torch.gp.ConditionedCommittee;
import dev.leadline.torch.nn.Network;
import dev.leadline.torch.nn.NetworkInput;
import dev.leadline.torch.pretrain.Weights;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import dev.leadline.units.UnitsJudge;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Judges by a transformer on libtorch, many runs in one pass. Used by one thread. */
final class NetworkScorer implements BatchScorer {

  /* Runs go through the network in groups whose tensors stay below some gigabytes. Without a committee they are the tokens: at
   * most, while a layer is passed, the residual stream before each of the six layers (24 bytes per token and coordinate of
   * the embedding) and inside the layer (qkv 6, feed-forward part 10, copies in float32 and bfloat16 18), with a reserve 64;
   * attention to the context is fused and holds no logits. That is 98 MB per run of 2000 observations and 1000
   * candidates on the paper's network. With a committee they are per run its factors (G·C²) and whitened kernels (G·C·Q). It
   * is conditioned once a step, the network reads the context with every round of candidates.
   *
   * Contexts grow with every step, so no freed tensor is large enough for its successor and a GPU's allocator would
   * gather outgrown blocks until the memory is full. Taking the most that will be needed in one block and giving it
   * back makes it cut all later tensors from that block. */

  private static final long LARGEST_GROUP = 12L << 30;
  private static final long BYTES_PER_COORDINATE = 64;
  private static final long BYTES_PER_COMMITTEE_ENTRY = 24;
  private static final long USUAL_CANDIDATES = 1024;

  private final Network network;
  private final BarImprovement improvement;
  private final Acquisition acquisition;
  private final @Nullable CommitteeConfig members;
  private final Device device;
  private final NetworkBatch batch;

  NetworkScorer(ModelFile file, Device device) {
    this.device = device;
    NetworkConfig config = file.manifest().network();
    members = file.manifest().committee();
    DType matrixType = device == Device.CUDA ? DType.BFLOAT16 : DType.FLOAT32;
    network = new Network(config, members == null ? 0 : members.members(), device, matrixType, 0);
    Weights.load(file.weights(), network);
    improvement = new BarImprovement(new Buckets(file.borders()), device);
    acquisition = file.manifest().acquisition();
    batch = new NetworkBatch(config.maxDimensions(), device);
    device.preferShapeFreeAttention();
  }

  /** Makes room on a GPU for so many runs up to a number of observations. */
  void reserve(int runs, int observations) {
    if (device == Device.CUDA && members == null) {
      try (TensorScope scope = new TensorScope()) {
        Tensor.empty(device, DType.UINT8, Math.min(LARGEST_GROUP, runs * bytes(observations)));
      }
    }
  }

  @Override
  public Scoring condition(int[] lanes, List<Observations> known) {
    if (known.stream().anyMatch(run -> run.awaited().length > 0)) {
      throw new IllegalArgumentException(
          "expected runs of one evaluation at a time; let those of several go through studies");
    }
    return new Conditioned(known);
  }

  @Override
  public UnitsJudge judge(int lane) {
    return members == null ? BatchScorer.super.judge(lane) : new CommitteeJudge(members);
  }

  private int groupSize(int context) {
    return (int) Math.max(1, LARGEST_GROUP / bytes(context));
  }

  /** What one run takes at most. */
  private long bytes(long context) {
    long tokens = context + USUAL_CANDIDATES;
    return members == null
        ? BYTES_PER_COORDINATE * network.config().width() * tokens
        : BYTES_PER_COMMITTEE_ENTRY * members.members() * (context + 1) * tokens;
  }

  /** The contexts of all runs on the device, until closed. */
  private final class Conditioned implements Scoring {

    private final TensorScope scope = new TensorScope();
    private final List<Group> groups = new ArrayList<>();

    Conditioned(List<Observations> runs) {
      Map<Integer, List<Integer>> bySize =
          IntStream.range(0, runs.size())
              .boxed()
              .collect(
                  Collectors.groupingBy(
                      i -> runs.get(i).size(), TreeMap::new, Collectors.toList()));
      try (NoGrad off = new NoGrad()) {
        bySize.forEach((size, alike) -> add(runs, alike, groupSize(size)));
      }
    }

    private void add(List<Observations> runs, List<Integer> alike, int most) {
      for (int first = 0; first < alike.size(); first += most) {
        groups.add(new Group(runs, alike.subList(first, Math.min(alike.size(), first + most))));
      }
    }

    @Override
    public List<Scores> score(double[][][] candidates, double[] incumbents) {
      Scores[] scores = new Scores[candidates.length];
      for (Group group : groups) {
        double[] best = group.runs.stream().mapToDouble(i -> incumbents[i]).toArray();
        List<Scores> own = group.judge(group.own(candidates), best);
        for (int i = 0; i < own.size(); i++) {
          scores[group.runs.get(i)] = own.get(i);
        }
      }
      return List.of(scores);
    }

    @Override
    public double[][] summarise(Step.Summary summary, double[][][] points) {
      double[][] numbers = new double[points.length][];
      for (Group group : groups) {
        double[][] own = group.summarise(summary, group.own(points));
        for (int i = 0; i < own.length; i++) {
          numbers[group.runs.get(i)] = own[i];
        }
      }
      return numbers;
    }

    @Override
    public void close() {
      scope.close();
    }
  }

  /** Some runs with equally many observations that go through the network together. */
  private final class Group {

    final List<Integer> runs;
    private final int dimensions;
    private final Tensor contextX; // (B, C, D)
    private final Tensor contextToken; // (B, C, T)
    private final Tensor inputs; // (B)
    private final @Nullable ConditionedCommittee committee;

    Group(List<Observations> all, List<Integer> runs) {
      this.runs = runs;
      List<Observations> known = runs.stream().map(all::get).toList();
      dimensions = known.get(0).dimensions();
      contextX = batch.points(known);
      inputs = Tensor.full(dimensions, device, DType.FLOAT32, known.size());
      Tensor contextY = batch.values(known); // (B, C)
      committee =
          members == null
              ? null
              : new ConditionedCommittee(
                  members, contextX, contextY, inputs, batch.inputUnits(known));
      contextToken = committee == null ? contextY.unsqueeze(-1) : committee.contextFeatures();
    }

    double[][][] own(double[][][] points) {
      return runs.stream().map(i -> points[i]).toArray(double[][][]::new);
    }

    double[][] summarise(Step.Summary summary, double[][][] points) {
      if (PaddedBatch.longest(points) == 0) {
        return new double[points.length][0];
      }
      try (TensorScope scope = new TensorScope();
          NoGrad off = new NoGrad()) {
        Tensor queryX = batch.candidates(points, dimensions); // (B, Q, D)
        Tensor numbers = // (B, Q)
            committee == null
                ? improvement.of(summary, logMass(queryX, null))
                : relative(summary, committee.at(queryX), queryX);
        return PaddedBatch.unpad(numbers.toDoubleArray(), points);
      }
    }

    List<Scores> judge(double[][][] candidates, double[] incumbents) {
      if (PaddedBatch.longest(candidates) == 0) {
        return Collections.nCopies(candidates.length, Scores.of(new double[0], new double[0]));
      }
      try (TensorScope scope = new TensorScope();
          NoGrad off = new NoGrad()) {
        Tensor queryX = batch.candidates(candidates, dimensions); // (B, Q, D)
        Tensor best = Tensor.of(incumbents, device, incumbents.length, 1); // (B, 1)
        return committee == null
            ? plain(queryX, best, candidates)
            : shortlisted(committee.at(queryX), queryX, best, candidates);
      }
    }

    /** By a network with plain tokens. */
    private List<Scores> plain(Tensor queryX, Tensor best, double[][][] candidates) {
      Tensor logMass = logMass(queryX, null);
      Tensor value = improvement.log(acquisition, logMass, best.unsqueeze(-1)); // (B, Q)
      return PaddedBatch.scores(
          value.toDoubleArray(), improvement.mean(logMass).toDoubleArray(), candidates);
    }

    /** By a network whose buckets are in units of the committee's posterior. */
    private List<Scores> shortlisted(
        ConditionedCommittee.Forecast forecast,
        Tensor queryX,
        Tensor best,
        double[][][] candidates) {
      Tensor logMass = logMass(queryX, forecast.features());
      Tensor location = forecast.location().to(DType.FLOAT64); // (B, Q)
      Tensor scale = forecast.scale().to(DType.FLOAT64); // (B, Q)
      Tensor z = best.minus(location).over(scale).unsqueeze(-1); // (B, Q, 1)
      Tensor own = improvement.log(Acquisition.TRIMMED_IMPROVEMENT, logMass, z).plus(scale.log());
      Tensor advised = advised(forecast, best); // (B, Q)
      Tensor both = Tensor.stack(1, own, advised); // (B, 2, Q)
      Tensor pooled = both.logSumExpKeeping(1).squeeze(1).minus(Math.log(2)); // (B, Q)
      Tensor mean = improvement.mean(logMass).times(scale).plus(location); // (B, Q)
      return PaddedBatch.shortlisted(
          pooled.toDoubleArray(),
          advised.minus(Math.log(2)).toDoubleArray(),
          mean.toDoubleArray(),
          candidates);
    }

    /** Mean or median, (B, Q), of a network whose buckets are in units of the committee's. */
    private Tensor relative(
        Step.Summary summary, ConditionedCommittee.Forecast forecast, Tensor queryX) {
      Tensor z = improvement.of(summary, logMass(queryX, forecast.features()));
      return z.times(forecast.scale().to(DType.FLOAT64))
          .plus(forecast.location().to(DType.FLOAT64));
    }

    /** The log improvement that the committee expects, (B, Q). */
    private static Tensor advised(ConditionedCommittee.Forecast forecast, Tensor best) {
      Tensor u = best.unsqueeze(2).minus(forecast.mean()).over(forecast.deviation()); // (B, G, Q)
      return NormalImprovement.log(u)
          .plus(forecast.deviation().log())
          .plus(forecast.share().clampMin(1e-300).log())
          .logSumExpKeeping(1)
          .squeeze(1);
    }

    private Tensor logMass(Tensor queryX, @Nullable Tensor queryToken) {
      return network
          .logMass(new NetworkInput(contextX, contextToken, queryX, queryToken, inputs))
          .to(DType.FLOAT64); // (B, Q, K)
    }
  }

  @Override
  public void close() {
    improvement.close();
    network.close();
  }
}
