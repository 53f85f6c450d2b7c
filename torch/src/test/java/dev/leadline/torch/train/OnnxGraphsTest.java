package dev.leadline.torch.train;

import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.NetworkConfig.Norm;
import dev.leadline.pfn.PfnModel;
import dev.leadline.pfn.Safetensors;
import dev.leadline.surrogate.BarPredictive;
import dev.leadline.surrogate.Buckets;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OnnxGraphsTest {

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void graphs_matchTheDefinition(Norm norm) throws Exception {
    NetworkConfig config = RandomModels.config(norm);
    SplittableRandom random = new SplittableRandom(7);
    Safetensors weights = RandomModels.weights(config, random);
    Path file = folder.resolve("random.pfn");
    RandomModels.export(config).with(weights).write(file);
    try (PfnModel model = PfnModel.load(file, 1)) {
      for (int count : new int[] {1, 2, 9}) {
        Observations observations = Samples.observations(count, 3, random);
        double[][] queries = Samples.points(5, 3, random);
        try (Posterior posterior = model.surrogate().condition(observations)) {
          Samples.assertSame(
              posterior.at(queries), expected(config, weights, observations, queries));
        }
      }
    }
  }

  private static Predictive expected(
      NetworkConfig config, Safetensors weights, Observations observations, double[][] queries) {
    double[][] logMass =
        new ReferenceNetwork(config, weights)
            .logMass(observations.points(), observations.values(), queries);
    Buckets buckets = new Buckets(Samples.doubles(weights.values("borders")));
    double[] ones = new double[queries.length];
    Arrays.fill(ones, 1);
    return new BarPredictive(buckets, Samples.flat(logMass), new double[queries.length], ones);
  }
}
