package dev.leadline.committee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommitteeConfigTest {

  @Test
  void members_areLengthscaleMajor() {
    CommitteeConfig config =
        new CommitteeConfig(List.of(0.1, 0.2), List.of(1e-6, 1e-3, 1e-2), 1, 0.5, 1.5, 2, 12);
    assertThat(config.members()).isEqualTo(6);
    assertThat(config.kernelOf(2)).isZero();
    assertThat(config.kernelOf(3)).isEqualTo(1);
    assertThat(config.noiseOf(4)).isEqualTo(1e-3);
  }

  @Test
  void lists_areCopied() {
    List<Double> lengthscales = new ArrayList<>(List.of(0.1));
    CommitteeConfig config = new CommitteeConfig(lengthscales, List.of(1e-3), 1, 0.5, 1.5, 2, 12);
    lengthscales.set(0, 9.0);
    assertThat(config.lengthscales()).containsExactly(0.1);
  }

  @Test
  void logPrior_isHighestAtTheMedian() {
    CommitteeConfig config =
        new CommitteeConfig(List.of(0.25, 0.5, 1.0), List.of(1e-3), 1, 0.5, 1.5, 2, 12);
    assertThat(config.logPrior(1)).isZero();
    assertThat(config.logPrior(0)).isNegative().isEqualTo(config.logPrior(2));
  }

  @Test
  void additiveKernels_followTheIsotropicOnes() {
    CommitteeConfig config = CommitteeConfig.standard();
    assertThat(config.kernels()).isEqualTo(12);
    assertThat(config.members()).isEqualTo(36);
    assertThat(config.additiveIndex(7)).isNegative();
    assertThat(config.additiveIndex(8)).isZero();
    assertThat(config.logPrior(8)).isZero();
  }

  @Test
  void spectrum_hasMeanVarianceOneAndFallsFasterForLongLengthscales() {
    AdditiveKernels kernels = AdditiveKernels.standard();
    double[] rough = kernels.spectrum(0);
    double[] smooth = kernels.spectrum(3);
    assertThat(Arrays.stream(rough).sum()).isCloseTo(2, within(1e-12));
    assertThat(Arrays.stream(smooth).sum()).isCloseTo(2, within(1e-12));
    assertThat(smooth[23] / smooth[0]).isLessThan(rough[23] / rough[0]);
  }

  @Test
  void additiveKernels_refuseAShareOfOne() {
    assertThatThrownBy(() -> new AdditiveKernels(List.of(.1), 24, 1, .8))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected interaction in [0.001, 0.999] but was 1.0");
  }

  @Test
  void badValues_areRefusedWithTheirName() {
    refused(List.of(), List.of(1e-3), 1, "expected at least one of lengthscales but got none");
    refused(List.of(0.2, 0.1), List.of(1e-3), 1, "expected increasing lengthscales but got");
    refused(List.of(0.1), List.of(1e-9), 1, "expected noises in [1.0E-6, 1000.0] but was 1.0E-9");
    refused(List.of(0.1), List.of(1e-3), -1, "expected meanVariance in [0.0, 1000.0] but was -1.0");
    refused(List.of(0.1), List.of(1e-3), Double.NaN, "but was NaN");
  }

  private static void refused(
      List<Double> lengthscales, List<Double> noises, double meanVariance, String message) {
    assertThatThrownBy(
            () -> new CommitteeConfig(lengthscales, noises, meanVariance, 0.5, 1.5, 2, 12))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
