package dev.leadline.torch.export;

import dev.leadline.committee.Committee;
import dev.leadline.committee.CommitteeConfig;
import dev.leadline.committee.CommitteePosterior;
import dev.leadline.committee.Opinion;
import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.NetworkConfig.Attention;
import dev.leadline.pfn.PfnModel;
import dev.leadline.pfn.Safetensors;
import dev.leadline.surrogate.BarPredictive;
import dev.leadline.surrogate.Buckets;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.torch.nn.Network;
import dev.leadline.torch.nn.NetworkInput;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** ONNX Runtime and libtorch give the same numbers on a thousand random contexts. */
class LibtorchParityTest {

  private static final int CONTEXTS_PER_KIND = 125; // times eight kinds

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
      for (String name : network.parameters().names()) {
        network.parameters().set(name, weights.values(name));
      }
      int smallest = config.attention() == Attention.PAPER ? 3 : 1;
      for (int i = 0; i < CONTEXTS_PER_KIND; i++) {
        int dimensions = smallest + random.nextInt(4 - smallest);
        Observations task = Samples.observations(1 + random.nextInt(60), dimensions, random);
        double[][] queries = Samples.points(4, dimensions, random);
        try (Posterior posterior = model.surrogate().condition(task)) {
          Samples.assertSame(posterior.at(queries), predict(network, weights, task, queries));
        }
      }
    }
  }

  private static BarPredictive predict(
      Network network, Safetensors weights, Observations task, double[][] queries) {
    Buckets buckets = new Buckets(Samples.doubles(weights.values("borders")));
    CommitteeConfig committee = RandomModels.committee(network.config());
    if (committee == null) {
      float[] values = Samples.floats(task.values());
      return BarPredictive.unscaled(buckets, logMass(network, task, values, queries, null));
    }
    try (CommitteePosterior posterior = new Committee(committee).condition(task)) {
      Opinion opinion = posterior.opinion(queries);
      float[] logMass =
          logMass(
              network, task, posterior.contextOpinion().features(), queries, opinion.features());
      return new BarPredictive(buckets, logMass, opinion.mean(), opinion.deviation());
    }
  }

  private static float[] logMass(
      Network network,
      Observations task,
      float[] contextToken,
      double[][] queries,
      float @Nullable [] queryToken) {
    int width = network.config().maxDimensions();
    int context = task.size();
    int count = queries.length;
    try (TensorScope scope = new TensorScope();
        NoGrad noGrad = new NoGrad()) {
      NetworkInput input =
          new NetworkInput(
              tensor(padded(task.points(), width), context, width),
              tensor(contextToken, context, contextToken.length / context),
              tensor(padded(queries, width), count, width),
              queryToken == null ? null : tensor(queryToken, count, queryToken.length / count),
              Tensor.of(new float[] {task.dimensions()}, Device.CPU, 1));
      return network.logMass(input).toFloatArray();
    }
  }

  private static Tensor tensor(float[] values, int rows, int columns) {
    return Tensor.of(values, Device.CPU, 1, rows, columns);
  }

  private static float[] padded(double[][] points, int width) {
    double[][] rows =
        Arrays.stream(points).map(point -> Arrays.copyOf(point, width)).toArray(double[][]::new);
    return Samples.floats(Samples.flat(rows));
  }
}
