package dev.leadline.space;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PointSetTest {

  @Test
  void eachPoint_isNewOnce() {
    PointSet seen = PointSet.exact();
    SplittableRandom random = new SplittableRandom(2);
    Set<List<Double>> expected = new HashSet<>();
    for (int i = 0; i < 5000; i++) {
      double[] point = {random.nextInt(40) / 40.0, random.nextInt(40) / 40.0};
      assertThat(seen.add(point)).isEqualTo(expected.add(List.of(point[0], point[1])));
    }
    assertThat(expected).hasSizeGreaterThan(1024).hasSize(seen.size());
  }

  @Test
  void points_areKnownAsSoonAsTheyAreAdded() {
    PointSet known = PointSet.nearby(List.of());
    SplittableRandom random = new SplittableRandom(6);
    for (int i = 0; i < 2000; i++) {
      double[] point = random.doubles(3).toArray();
      assertThat(known.contains(point)).isFalse();
      known.add(point);
      assertThat(known.contains(point)).isTrue();
      double[] swapped = {point[1], point[0], point[2]};
      assertThat(known.contains(swapped)).isFalse();
    }
  }

  @Test
  void pointsOfOneCell_areOneUnlessTheyAreComparedExactly() {
    double[] point = {0.3, 0.7};
    double[] again = {0.3 + 1e-12, 0.7};
    assertThat(PointSet.nearby(List.of(point)).contains(again)).isTrue();
    assertThat(PointSet.nearby(List.of(point)).contains(new double[] {0.3 + 1e-8, 0.7})).isFalse();
    PointSet exact = PointSet.exact();
    exact.add(point);
    assertThat(exact.contains(again)).isFalse();
  }
}
