package dev.leadline.lengthscale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.pfn.ModelFileException;
import dev.leadline.pfn.Safetensors;
import dev.leadline.surrogate.Golden;
import dev.leadline.surrogate.Observations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LengthscaleNetworkTest {

  @TempDir Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void findWeights() throws Exception {
    file = Path.of(LengthscaleNetworkTest.class.getResource("tiny.safetensors").toURI());
  }

  static List<Golden> cases() {
    return Golden.read(LengthscaleNetworkTest.class, "golden.txt");
  }

  /** Compares with PyTorch; golden.py beside the numbers made them. */
  @ParameterizedTest
  @MethodSource("cases")
  void units_areThoseOfTheTrainedModel(Golden golden) throws Exception {
    assertThat(LengthscaleNetwork.load(file).inputUnits(study(golden)))
        .containsExactly(golden.all("units"), within(1e-6));
  }

  @Test
  void units_followTheirInputs() throws Exception {
    Observations study = study(cases().get(1));
    double[][] turned =
        Arrays.stream(study.points())
            .map(x -> new double[] {x[4], x[2], x[0], x[3], x[1]})
            .toArray(double[][]::new);
    double[] units = LengthscaleNetwork.load(file).inputUnits(study);
    assertThat(
            LengthscaleNetwork.load(file).inputUnits(new Observations(5, turned, study.values())))
        .containsExactly(
            new double[] {units[4], units[2], units[0], units[3], units[1]}, within(1e-9));
  }

  @Test
  void units_ofNothingAndOfOneInput_arePositive() throws Exception {
    LengthscaleNetwork network = LengthscaleNetwork.load(file);
    assertThat(network.inputUnits(new Observations(1, new double[][] {{0.5}}, new double[] {1})))
        .containsExactly(1);
    double[] units = network.inputUnits(new Observations(3, new double[0][], new double[0]));
    assertThat(Arrays.stream(units).max().orElseThrow()).isEqualTo(1);
    assertThat(Arrays.stream(units)).allMatch(unit -> unit > 0);
  }

  @Test
  void equalValuesAndPlaces_giveUnits() throws Exception {
    Observations equal = new Observations(4, new double[30][4], new double[30]);
    assertThat(Arrays.stream(LengthscaleNetwork.load(file).inputUnits(equal)))
        .allMatch(unit -> unit > 0 && unit <= 1);
  }

  @Test
  void file_thatIsCutOrAnothers_isRefused() throws Exception {
    byte[] whole = Files.readAllBytes(file);
    Path cut = Files.write(folder.resolve("cut"), Arrays.copyOf(whole, whole.length / 2));
    assertThatThrownBy(() -> LengthscaleNetwork.load(cut))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("cut");
    Path other = folder.resolve("other");
    Safetensors.builder().put("into.weight", new int[] {1, 1}, 1f).build().write(other);
    assertThatThrownBy(() -> LengthscaleNetwork.load(other))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("into.bias");
  }

  @Test
  void weightsThatAreNotFinite_areRefused() throws Exception {
    Safetensors whole = Safetensors.read(file);
    Safetensors.Builder broken = Safetensors.builder();
    for (String name : whole.names()) {
      float[] values = whole.values(name);
      values[0] = name.equals("reach.bias") ? Float.NaN : values[0];
      broken.put(name, whole.shape(name), values);
    }
    Path path = folder.resolve("broken");
    broken.build().write(path);
    assertThatThrownBy(() -> LengthscaleNetwork.load(path))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("\"reach.bias\" has NaN");
  }

  @Test
  void facts_areThoseOfTheFile() throws Exception {
    assertThat(LengthscaleNetwork.load(file).facts()).containsEntry("name", "tiny");
  }

  private static Observations study(Golden golden) {
    int d = (int) golden.number("dimensions");
    Observations study = new Observations(d, golden.rows("x", d), golden.all("y"));
    List<Observations> earlier = new ArrayList<>();
    int count = (int) golden.number("earlier");
    for (int i = 0; i < count; i++) {
      double[][] points = golden.rows("earlierX", d);
      double[] values = golden.all("earlierY");
      int each = values.length / count;
      earlier.add(
          new Observations(
              d,
              Arrays.copyOfRange(points, i * each, (i + 1) * each),
              Arrays.copyOfRange(values, i * each, (i + 1) * each)));
    }
    return study.relatedTo(earlier);
  }
}
