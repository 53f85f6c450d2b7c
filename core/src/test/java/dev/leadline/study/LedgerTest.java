package dev.leadline.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.search.FinishedTrial;
import dev.leadline.search.NoiseKind;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LedgerTest {

  private static final Space SPACE = Space.builder().real("x", 0, 1).build();

  @Test
  void keptDeviations_areThoseOfTheRecordsAsTheyAre() {
    Ledger ledger = new Ledger(SPACE, Direction.MAXIMISE);
    SplittableRandom random = new SplittableRandom(3);
    double largest = 0;
    for (int i = 0; i < 400; i++) {
      change(ledger, random);
      Ledger fresh = new Ledger(SPACE, Direction.MAXIMISE);
      ledger.records().forEach(fresh::add);
      assertThat(deviations(ledger)).isEqualTo(deviations(fresh));
      largest = Math.max(largest, Arrays.stream(deviations(ledger)).max().orElse(0));
    }
    assertThat(largest).isPositive();
  }

  /** Up to eight trials run at once, of which any one reports, ends or is forgotten afterwards. */
  private static void change(Ledger ledger, SplittableRandom random) {
    int[] running =
        ledger.records().stream()
            .filter(trial -> trial.state() == TrialState.RUNNING)
            .mapToInt(Trial::number)
            .toArray();
    if (running.length < 8) {
      Configuration configuration = Configuration.empty().with("x", random.nextDouble());
      ledger.add(Trial.running(ledger.next(), configuration));
      return;
    }
    int number = running[random.nextInt(running.length)];
    switch (random.nextInt(8)) {
      case 0, 1 -> ledger.tell(number, random.nextDouble(), Measurements.none());
      case 2 -> ledger.stop(number, random.nextDouble(), "slow");
      case 3 -> ledger.forget(random.nextInt(ledger.next()));
      default -> {
        int step = ledger.record(number).curve().size() + 1;
        ledger.report(number, step, random.nextDouble());
      }
    }
  }

  private static double[] deviations(Ledger ledger) {
    return ledger.history(NoiseKind.NONE, OptionalInt.empty(), true).finished().stream()
        .mapToDouble(FinishedTrial::deviation)
        .toArray();
  }
}
