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
import dev.leadline.surrogate.Predictive;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OnnxGraphsTest {

  @TempDir Path folder;

  static List<NetworkConfig> everyKind() {
    return RandomModels.everyKind();
  }

  @ParameterizedTest
  @MethodSource("everyKind")
  void graphs_matchTheDefinition(NetworkConfig config) throws Exception {
    SplittableRandom random = new SplittableRandom(7);
    Safetensors weights = RandomModels.weights(config, random);
    Path file = folder.resolve("random.pfn");
    RandomModels.export(config).with(weights).write(file);
    try (PfnModel model = PfnModel.load(file, 1)) {
      boolean paper = config.attention() == Attention.PAPER;
      for (int count : paper ? new int[] {1, 2, 9} : new int[] {0, 1, 2, 9}) {
        for (int dimensions = paper ? 3 : 1; dimensions <= 3; dimensions++) {
          Observations observations = Samples.observations(count, dimensions, random);
          double[][] queries = Samples.points(5, dimensions, random);
          try (Posterior posterior = model.surrogate().condition(observations)) {
            Samples.assertSame(
                posterior.at(queries), expected(config, weights, observations, queries));
          }
        }
      }
    }
  }

  private static Predictive expected(
      NetworkConfig config, Safetensors weights, Observations observations, double[][] queries) {
    ReferenceNetwork reference = new ReferenceNetwork(config, weights);
    Buckets buckets = new Buckets(Samples.doubles(weights.values("borders")));
    CommitteeConfig committee = RandomModels.committee(config);
    double[][] points = observations.points();
    if (committee == null) {
      double[][] tokens =
          Arrays.stream(observations.values())
              .mapToObj(y -> new double[] {y})
              .toArray(double[][]::new);
      double[] logMass = Samples.flat(reference.logMass(points, tokens, queries, new double[0][]));
      double[] ones = new double[queries.length];
      Arrays.fill(ones, 1);
      return new BarPredictive(buckets, logMass, new double[queries.length], ones);
    }
    try (CommitteePosterior posterior = new Committee(committee).condition(observations)) {
      EnsembleFeatures opinion = posterior.opinion(queries);
      double[][] logMass =
          reference.logMass(points, rows(posterior.contextOpinion()), queries, rows(opinion));
      return new BarPredictive(buckets, Samples.flat(logMass), opinion.mean(), opinion.deviation());
    }
  }

  private static double[][] rows(EnsembleFeatures opinion) {
    double[] features = Samples.doubles(opinion.features());
    double[][] rows = new double[opinion.size()][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = Arrays.copyOfRange(features, i * opinion.width(), (i + 1) * opinion.width());
    }
    return rows;
  }
}
