package dev.leadline.torch.train;

import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.NetworkConfig.Norm;
import dev.leadline.pfn.PfnModel;
import dev.leadline.pfn.Safetensors;
import dev.leadline.surrogate.BarPredictive;
import dev.leadline.surrogate.Buckets;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.torch.nn.Network;
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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** ONNX Runtime and libtorch give the same numbers on a thousand random contexts. */
class LibtorchParityTest {

  /* 2 norms x 20 shapes x 25 contexts; libtorch takes the contexts of a shape in one batch. */
  private static final int SHAPES = 20;
  private static final int CONTEXTS = 25;
  private static final int INPUTS = 3;
  private static final int QUERIES = 4;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void export_predictsLikeLibtorch(Norm norm) throws Exception {
    NetworkConfig config = RandomModels.config(norm);
    SplittableRandom random = new SplittableRandom(11);
    Safetensors weights = RandomModels.weights(config, random);
    Path file = folder.resolve("random.pfn");
    RandomModels.export(config).with(weights).write(file);
    try (PfnModel model = PfnModel.load(file, 1);
        Network network = new Network(config, Device.CPU, DType.FLOAT32, 1)) {
      Weights.load(weights, network);
      Buckets buckets = new Buckets(Samples.doubles(weights.values("borders")));
      for (int i = 0; i < SHAPES; i++) {
        compare(model, network, buckets, 1 + random.nextInt(60), random);
      }
    }
  }

  private static void compare(
      PfnModel model, Network network, Buckets buckets, int size, SplittableRandom random) {
    List<Observations> contexts = new ArrayList<>();
    List<double[][]> queries = new ArrayList<>();
    for (int i = 0; i < CONTEXTS; i++) {
      contexts.add(Samples.observations(size, INPUTS, random));
      queries.add(Samples.points(QUERIES, INPUTS, random));
    }
    float[] logMass;
    try (TensorScope scope = new TensorScope();
        NoGrad noGrad = new NoGrad()) {
      Tensor contextX = stack(contexts, seen -> Samples.flat(seen.points()), size, INPUTS);
      Tensor contextY = stack(contexts, Observations::values, size);
      Tensor queryX = stack(queries, Samples::flat, QUERIES, INPUTS);
      logMass = network.logMass(contextX, contextY, queryX).toFloatArray();
    }
    int each = QUERIES * buckets.count();
    for (int i = 0; i < CONTEXTS; i++) {
      float[] own = Arrays.copyOfRange(logMass, i * each, (i + 1) * each);
      try (Posterior posterior = model.surrogate().condition(contexts.get(i))) {
        Samples.assertSame(posterior.at(queries.get(i)), BarPredictive.unscaled(buckets, own));
      }
    }
  }

  /** (B, shape…) */
  private static <T> Tensor stack(List<T> tasks, Function<T, double[]> part, long... shape) {
    return Tensor.stack(
        0,
        tasks.stream()
            .map(task -> Tensor.of(Samples.floats(part.apply(task)), Device.CPU, shape))
            .toArray(Tensor[]::new));
  }
}
