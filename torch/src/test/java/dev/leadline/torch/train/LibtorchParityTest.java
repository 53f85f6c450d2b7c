package dev.leadline.torch.train;

import dev.leadline.committee.Committee;
import dev.leadline.committee.CommitteeConfig;
import dev.leadline.committee.CommitteePosterior;
import dev.leadline.committee.EnsembleFeatures;
import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.NetworkConfig.Attention;
import dev.leadline.pfn.PfnModel;
import dev.leadline.pfn.Safetensors;
import dev.leadline.surrogate.BarPredictive;
import dev.leadline.surrogate.Buckets;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.torch.nn.Network;
import dev.leadline.torch.nn.Network.NetworkInput;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** ONNX Runtime and libtorch give the same numbers on a thousand random contexts. */
class LibtorchParityTest {

  /* 8 kinds x 5 shapes x 25 contexts; libtorch takes the contexts of a shape in one batch. */
  private static final int SHAPES = 5;
  private static final int CONTEXTS = 25;
  private static final int QUERIES = 4;

  @TempDir Path folder;

  static List<NetworkConfig> everyKind() {
    return RandomModels.everyKind();
  }

  @ParameterizedTest
  @MethodSource("everyKind")
  void export_predictsLikeLibtorch(NetworkConfig config) throws Exception {
    SplittableRandom random = new SplittableRandom(11);
    Safetensors weights = RandomModels.weights(config, random);
    Path file = folder.resolve("random.pfn");
    RandomModels.export(config).with(weights).write(file);
    CommitteeConfig committee = RandomModels.committee(config);
    int members = committee == null ? 0 : committee.members();
    try (PfnModel model = PfnModel.load(file, 1);
        Network network = new Network(config, members, Device.CPU, DType.FLOAT32, 1)) {
      Weights.load(weights, network);
      int smallest = config.attention() == Attention.PAPER ? 3 : 1;
      for (int i = 0; i < SHAPES; i++) {
        int dimensions = smallest + random.nextInt(4 - smallest);
        compare(model, network, weights, 1 + random.nextInt(60), dimensions, random);
      }
    }
  }

  private static void compare(
      PfnModel model,
      Network network,
      Safetensors weights,
      int size,
      int dimensions,
      SplittableRandom random) {
    List<Task> tasks = new ArrayList<>();
    for (int i = 0; i < CONTEXTS; i++) {
      Observations context = Samples.observations(size, dimensions, random);
      tasks.add(
          new Task(
              context,
              Samples.points(QUERIES, dimensions, random),
              RandomModels.committee(network.config())));
    }
    float[] logMass = logMass(network, tasks);
    Buckets buckets = new Buckets(Samples.doubles(weights.values("borders")));
    int each = QUERIES * buckets.count();
    for (int i = 0; i < CONTEXTS; i++) {
      Task task = tasks.get(i);
      float[] own = Arrays.copyOfRange(logMass, i * each, (i + 1) * each);
      try (Posterior posterior = model.surrogate().condition(task.context)) {
        Samples.assertSame(posterior.at(task.queries), task.predictive(buckets, own));
      }
    }
  }

  private static float[] logMass(Network network, List<Task> tasks) {
    int width = network.config().maxDimensions();
    boolean plain = network.config().tokens() == NetworkConfig.Tokens.PLAIN;
    int size = tasks.get(0).context.size();
    float[] dimensions = new float[tasks.size()];
    Arrays.fill(dimensions, tasks.get(0).context.dimensions());
    try (TensorScope scope = new TensorScope();
        NoGrad noGrad = new NoGrad()) {
      NetworkInput input =
          new NetworkInput(
              stack(tasks, size, task -> padded(task.context.points(), width)),
              stack(tasks, size, task -> task.contextToken),
              stack(tasks, QUERIES, task -> padded(task.queries, width)),
              plain ? null : stack(tasks, QUERIES, task -> task.queryToken),
              Tensor.of(dimensions, Device.CPU, tasks.size()));
      return network.logMass(input).toFloatArray();
    }
  }

  private static Tensor stack(List<Task> tasks, int rows, Function<Task, float[]> part) {
    Tensor[] tensors = new Tensor[tasks.size()];
    for (int i = 0; i < tensors.length; i++) {
      float[] values = part.apply(tasks.get(i));
      tensors[i] = Tensor.of(values, Device.CPU, rows, values.length / rows);
    }
    return Tensor.stack(0, tensors); // (B, rows, columns)
  }

  private static float[] padded(double[][] points, int width) {
    double[][] rows =
        Arrays.stream(points).map(point -> Arrays.copyOf(point, width)).toArray(double[][]::new);
    return Samples.floats(Samples.flat(rows));
  }

  /** A context with queries and the tokens of both. */
  private static final class Task {
    final Observations context;
    final double[][] queries;
    final float[] contextToken;
    final float[] queryToken;
    final @Nullable EnsembleFeatures opinion;

    Task(Observations context, double[][] queries, @Nullable CommitteeConfig committee) {
      this.context = context;
      this.queries = queries;
      if (committee == null) {
        contextToken = Samples.floats(context.values());
        queryToken = new float[0];
        opinion = null;
      } else {
        CommitteePosterior posterior = new Committee(committee).condition(context);
        opinion = posterior.opinion(queries);
        contextToken = posterior.contextOpinion().features();
        queryToken = opinion.features();
      }
    }

    BarPredictive predictive(Buckets buckets, float[] logMass) {
      return opinion == null
          ? BarPredictive.unscaled(buckets, logMass)
          : new BarPredictive(buckets, logMass, opinion.mean(), opinion.deviation());
    }
  }
}
