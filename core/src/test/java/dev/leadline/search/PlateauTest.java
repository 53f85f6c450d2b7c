package dev.leadline.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.surrogate.Observations;
import java.util.Arrays;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class PlateauTest {

  /** Observations on a line, evenly from 0 to 1. */
  private static Plateau of(double... values) {
    double[][] points = new double[values.length][];
    Arrays.setAll(points, i -> new double[] {i / Math.max(1.0, values.length - 1)});
    return Plateau.of(new Observations(1, points, values));
  }

  @Test
  void valuesThatDiffer_haveNone() {
    assertThat(of(3, 2, 2.5, 1, 4).isToBeLeft()).isFalse();
    assertThat(of(2, 2, 2, 1).isToBeLeft()).as("ties with what is not the best").isFalse();
    assertThat(of(5).isToBeLeft()).isFalse();
    assertThat(of(3, 2, 2.5, 1, 4).margin()).isZero();
  }

  @Test
  void ties_areCountedAgainstOtherValues() {
    assertThat(of(3, 1, 1).isToBeLeft()).isTrue();
    assertThat(of(3, 1, 1, 2).isToBeLeft()).isFalse();
    assertThat(of(3, 1, 2, 2, 2, 1).isToBeLeft()).as("others give no credit").isTrue();
    assertThat(of(3, 1, 1, 1, 2).isToBeLeft()).isTrue();
  }

  @Test
  void margin_growsWithEachTieUpToOne() {
    Offset<Double> tiny = Offset.offset(1e-12);
    assertThat(of(1, 1).margin()).isCloseTo(0.1, tiny);
    assertThat(of(1, 1, 1, 1, 2).margin()).isCloseTo(0.2, tiny);
    double[] same = new double[40];
    assertThat(of(same).margin()).isEqualTo(1);
  }

  @Test
  void outside_isNearestToWhatIsNoTie() {
    Domain outside = of(1, 1, 1, 2, 1).outside(FakeDomain.cube(1)); // at 0, 1/4, 1/2, 3/4, 1
    assertThat(outside.allows(new double[] {0.3})).isFalse();
    assertThat(outside.allows(new double[] {0.62})).isFalse();
    assertThat(outside.allows(new double[] {0.64})).isTrue();
    assertThat(outside.allows(new double[] {0.9})).isFalse();
    Domain none = of(1, 1, 2).outside(FakeDomain.cube(1).allowing(point -> point[0] < 0.5));
    assertThat(none.allows(new double[] {0.9})).as("not of the whole domain").isFalse();
  }
}
