package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.study.Direction;
import dev.leadline.study.Measurements;
import dev.leadline.study.RelatedStudy;
import dev.leadline.study.Study;
import dev.leadline.study.Trial;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What three hundred trials of earlier studies cost a suggestion of the default. */
class RelatedSpeedTest {

  private static final Space SPACE = Space.builder().real("x", 0, 1).real("y", 0, 1).build();

  @Test
  @Tag("slow")
  void suggestion_takesLessThanTwiceTheTime() {
    List<RelatedStudy> related =
        IntStream.range(0, 8)
            .mapToObj(i -> RelatedStudy.of("old " + i, SPACE, Direction.MINIMISE, trials(40, i)))
            .toList();
    double alone = Double.POSITIVE_INFINITY;
    double with = Double.POSITIVE_INFINITY;
    for (int round = 0; round < 10; round++) {
      alone = Math.min(alone, seconds(List.of()));
      with = Math.min(with, seconds(related));
    }
    assertThat(with).isLessThan(2 * alone);
  }

  private static double seconds(List<RelatedStudy> related) {
    try (Study study = Study.builder(SPACE).related(related).build()) {
      trials(60, 9)
          .forEach(
              trial -> study.observe(trial.configuration(), trial.value(), Measurements.none()));
      study.ask();
      long start = System.nanoTime();
      for (int i = 0; i < 5; i++) {
        study.ask();
      }
      return (System.nanoTime() - start) / 5e9;
    }
  }

  private static List<Trial> trials(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return IntStream.range(0, count)
        .mapToObj(
            i -> {
              double x = random.nextDouble();
              double y = random.nextDouble();
              Configuration tried = SPACE.decode(new double[] {x, y});
              return Trial.completed(i, tried, Math.sin(9 * x) * Math.cos(7 * y) + (x - .3) * x);
            })
        .toList();
  }
}
