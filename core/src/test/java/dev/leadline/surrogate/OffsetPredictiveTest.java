package dev.leadline.surrogate;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class OffsetPredictiveTest extends DistributionContract {

  private static final Predictive NORMAL =
      new MixturePredictive(new double[] {1}, new double[] {1}, new double[] {2});

  @Override
  List<Case> cases() {
    return List.of(
        new Case(
            "offset and scaled",
            new OffsetPredictive(NORMAL, new double[] {-3}, 0.25).get(0),
            -2.75 - 8 * 0.5,
            -2.75 + 8 * 0.5,
            random -> -2.75 + 0.5 * random.nextGaussian()));
  }

  @Test
  void offsets_areOneForEachPrediction() {
    assertThatThrownBy(() -> new OffsetPredictive(NORMAL, new double[2], 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected an offset for each of 1 predictions but got 2");
    assertThatThrownBy(() -> new OffsetPredictive(NORMAL, new double[1], 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected a positive, finite scale but got 0.0");
  }
}
