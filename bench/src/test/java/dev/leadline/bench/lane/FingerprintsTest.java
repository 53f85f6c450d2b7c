package dev.leadline.bench.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FingerprintsTest {

  @Test
  void points_areKnownAsSoonAsTheyAreAdded() {
    Fingerprints known = new Fingerprints();
    SplittableRandom random = new SplittableRandom(6);
    for (int i = 0; i < 5000; i++) {
      double[] point = random.doubles(3).toArray();
      assertThat(known.contains(point)).isFalse();
      known.add(point);
      assertThat(known.contains(point)).isTrue();
      double[] swapped = {point[1], point[0], point[2]};
      assertThat(known.contains(swapped)).isFalse();
    }
    random = new SplittableRandom(6);
    for (int i = 0; i < 5000; i++) {
      assertThat(known.contains(random.doubles(3).toArray())).isTrue();
    }
  }
}
