package dev.leadline.acquisition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SeenPointsTest {

  @Test
  void eachPoint_isNewOnce() {
    SeenPoints seen = new SeenPoints();
    SplittableRandom random = new SplittableRandom(2);
    Set<List<Double>> expected = new HashSet<>();
    for (int i = 0; i < 5000; i++) {
      double[] point = {random.nextInt(40) / 40.0, random.nextInt(40) / 40.0};
      assertThat(seen.add(point)).isEqualTo(expected.add(List.of(point[0], point[1])));
    }
    assertThat(expected).hasSizeGreaterThan(1024);
  }
}
