package dev.leadline.torch.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.pfn.ModelFile;
import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.NetworkConfig.Norm;
import dev.leadline.pfn.PfnModel;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.torch.tensor.Device;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Twenty seeded steps of every shipped model's preset at a small size, and what the exported model
 * predicts. {@link #main} made the numbers.
 */
class GoldenTrainingTest extends PretrainingFixture {

  private static final int STEPS = 20;
  private static final double[] VALUES = {0.3, -1.2, 0.8, 1.9, -0.4};
  private static final JsonMapper JSON = JsonMapper.shared();

  /** What one preset gave. */
  record Golden(
      String preset,
      List<Double> losses,
      List<Double> penalties,
      List<Double> logDensities,
      List<String> graphs) {}

  static Stream<Golden> golden() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            GoldenTrainingTest.class.getResourceAsStream("golden-training.json"))) {
      List<Golden> all = new ArrayList<>();
      for (JsonNode node : JSON.readTree(in)) {
        all.add(JSON.treeToValue(node, Golden.class));
      }
      return all.stream();
    }
  }

  @ParameterizedTest
  @MethodSource("golden")
  void training_and_export_give_the_numbers_they_gave(Golden expected) throws Exception {
    Golden found = measure(expected.preset(), directory);
    double[] rounding = array(expected.losses());
    assertThat(array(found.losses())).containsExactly(rounding, within(1e-4));
    assertThat(array(found.penalties())).containsExactly(array(expected.penalties()), within(1e-4));
    assertThat(array(found.logDensities()))
        .containsExactly(array(expected.logDensities()), within(1e-3));
    assertThat(found.graphs()).isEqualTo(expected.graphs());
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static Golden measure(String preset, Path directory) throws Exception {
    PretrainConfig config = small(preset);
    List<Double> losses = new ArrayList<>();
    List<Double> penalties = new ArrayList<>();
    Path out = directory.resolve(preset);
    TrainingRecord record =
        run(
            config,
            config.tasksToLearn(),
            new RunOptions(out, Device.CPU, 3, null, RunOptions.Start.FRESH, Duration.ZERO, 0),
            progress -> {
              losses.add(progress.loss());
              penalties.add(progress.penalty());
            });
    Path file = ModelExport.ofTraining(config, record, out);
    return new Golden(preset, losses, penalties, logDensities(file), graphs(file));
  }

  /** The preset with its prior, tokens, loss and schedule, but small and short. */
  private static PretrainConfig small(String preset) {
    PretrainConfig whole =
        preset.equals("compact-2d-nur") ? paper() : Presets.named(preset).withSteps(STEPS);
    NetworkConfig shape = whole.network();
    int inputs = Math.min(shape.dimensions(), 17);
    NetworkConfig network = new NetworkConfig(inputs, 16, 2, 4, 32, 32, 20, shape.norm());
    return new PretrainConfig(
        whole.name(),
        whole.prior(),
        network,
        4,
        new TaskSizes(
            new ContextSizes(List.of(6, 9, 14), List.of(1.0, 2.0, 1.0)),
            TaskSizes.Rule.QUERIES,
            24),
        whole.penalty(),
        whole.optimiser(),
        whole.schedule(),
        STEPS,
        1,
        new TrainingOptions(
            whole.practice().borders(), TrainingOptions.Flat.GO_ON, whole.practice().finish()));
  }

  /** PT-νR as the paper's readers train it on a laptop. */
  private static PretrainConfig paper() {
    NetworkConfig network = new NetworkConfig(2, 128, 6, 4, 160, 128, 100, Norm.PRE);
    PretrainConfig tiny = Presets.named("tiny");
    return new PretrainConfig(
        "tiny",
        PriorChoice.PAPER_NON_UNIFORM,
        network,
        128,
        TaskSizes.scalable(256, 128),
        new StationarityPenalty(.05, StationarityPenalty.Normalisation.NEIGHBOURS),
        tiny.optimiser(),
        tiny.schedule(),
        STEPS,
        1,
        TrainingOptions.standard());
  }

  private static List<Double> logDensities(Path file) throws IOException {
    try (PfnModel model = PfnModel.load(file, 1)) {
      int inputs = model.manifest().network().dimensions();
      Random random = new Random(5);
      double[][] points = points(VALUES.length, inputs, random);
      double[][] queries = points(4, inputs, random);
      try (Posterior posterior =
          model.surrogate().condition(new Observations(inputs, points, VALUES))) {
        return IntStream.range(0, queries.length)
            .mapToObj(i -> posterior.at(queries).get(i).logDensity(0.25 * i))
            .toList();
      }
    }
  }

  private static double[][] points(int count, int inputs, Random random) {
    return IntStream.range(0, count)
        .mapToObj(i -> random.doubles(inputs).toArray())
        .toArray(double[][]::new);
  }

  /** The hashes of the graphs, which depend on the shape of the network alone. */
  private static List<String> graphs(Path file) throws Exception {
    assertThat(ModelFile.read(file).borders()).hasSize(21);
    List<String> hashes = new ArrayList<>();
    try (ZipFile zip = new ZipFile(file.toFile())) {
      for (String name : List.of("encode.onnx", "decode.onnx")) {
        byte[] bytes =
            zip.getInputStream(Objects.requireNonNull(zip.getEntry(name))).readAllBytes();
        hashes.add(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)));
      }
    }
    return hashes;
  }

  /** Prints the numbers. */
  public static void main(String[] arguments) throws Exception {
    List<Golden> all = new ArrayList<>();
    for (String preset : List.of("curves", "compact-2d-nur")) {
      all.add(measure(preset, Path.of(arguments[0])));
    }
    System.out.println(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(all));
  }
}
