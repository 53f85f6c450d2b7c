package dev.leadline.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.search.NoiseKind;
import dev.leadline.space.Configuration;
import dev.leadline.space.NoTrialLeftException;
import dev.leadline.study.Measurements;
import dev.leadline.study.Trial;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What every store does, wherever it keeps a study. */
abstract class StudyStoreContract {

  static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
  static final StudyHeader HEADER =
      new StudyHeader("minimise loss\nx=real:0.0..1.0\n", "./run {x}", "pfn", 7);

  /** A session of an empty store. */
  abstract StudyStore open(StudyHeader header);

  @Test
  void note_isRememberedOnce() {
    try (StudyStore store = open(HEADER)) {
      store.note("it rained");
      store.note("it rained");
      assertThat(store.header().changes()).containsExactly("it rained");
    }
  }

  @Test
  void attachments_areKeptInTheOrderInWhichTheyCame() {
    Attachment one = new Attachment(Attachment.Kind.MEASUREMENT, "x=0.5 ü\n");
    Attachment two = new Attachment(Attachment.Kind.EVALUATION, "");
    try (StudyStore store = open(HEADER)) {
      assertThat(store.attachments()).isEmpty();
      store.attach(one);
      store.attach(two);
      store.attach(one);
      assertThat(store.attachments()).containsExactly(one, two, one);
    }
  }

  @Test
  void header_comesBackAsGiven() {
    StudyHeader header =
        new StudyHeader(
            HEADER.space(),
            "",
            "sobol",
            -1,
            NoiseKind.UNKNOWN,
            Optional.of(new Budget(9, Budget.Counting.WITHOUT_FAILED)),
            OptionalInt.empty(),
            List.of());
    try (StudyStore store = open(header)) {
      assertThat(store.header()).isEqualTo(header);
      assertThat(store.changes()).isEmpty();
      assertThat(store.token()).isNotBlank();
    }
  }

  @Test
  void attachment_mayHoldAnyText() {
    try (StudyStore store = open(HEADER)) {
      store.attach(new Attachment(Attachment.Kind.NOTES, "a\0b\uD83D"));
      assertThat(store.attachments())
          .extracting(Attachment::text)
          .containsExactly("a\uFFFDb\uFFFD");
    }
  }

  @Test
  void restartedTrial_countsAnAttemptAndStaysWithItsSession() {
    try (StudyStore store = open(HEADER)) {
      store.add(StoredTrial.running(0, at(0.1), List.of(), NOON));
      StoredTrial again = store.change(0, StoredTrial::restarted).trial();
      assertThat(again.attempts()).isEqualTo(2);
      assertThat(again.state()).isEqualTo(StoredState.RUNNING);
      assertThat(store.claim()).as("nobody else gets it").isEmpty();
      store.change(0, trial -> trial.told(1, NOON));
      assertThatThrownBy(() -> store.change(0, StoredTrial::restarted))
          .isInstanceOf(RefusedException.class);
    }
  }

  @Test
  void reports_areKeptWithTheTrialUntilItIsTriedAgain() {
    try (StudyStore store = open(HEADER)) {
      store.add(StoredTrial.running(0, at(0.1), List.of(), NOON));
      store.change(0, trial -> trial.reported(1, 0.3));
      store.change(0, trial -> trial.reported(5, -1e-9));
      StoredTrial stopped = store.change(0, trial -> trial.stopped(0.2, "no hope", NOON)).trial();
      assertThat(store.trials()).containsExactly(stopped);
      assertThat(stopped.curve()).hasToString("1:0.3 5:-1.0E-9");
      assertThat(stopped.state()).isEqualTo(StoredState.STOPPED);
      assertThat(store.change(0, trial -> trial.reported(6, 1)).trial()).isEqualTo(stopped);
      store.change(0, trial -> trial.failed("after all", NOON));
      assertThatThrownBy(() -> store.change(0, trial -> trial.reported(7, 1)))
          .hasMessage("trial 0 has its result already");
      assertThat(store.change(0, StoredTrial::retried).trial().curve().isEmpty()).isTrue();
    }
  }

  @Test
  void trials_comeBackAsAddedAndChanged() {
    Configuration settings = Configuration.empty().with("z", 0.1).with("a", "g1\u65e5'\"\n");
    try (StudyStore store = open(HEADER)) {
      assertThat(store.add(StoredTrial.running(0, settings, List.of(), NOON))).isTrue();
      store.change(0, trial -> trial.withOutput("study.trials/0"));
      Measurements further = Measurements.of("p99_ms", 0.1).with("a=b \u65e5", -1e-300);
      StoredTrial told =
          store.change(0, trial -> trial.told(1.5, further, NOON.plusSeconds(3))).trial();
      assertThat(told)
          .isEqualTo(
              new StoredTrial(
                  Trial.completed(0, settings, 1.5, further),
                  StoredState.DONE,
                  null,
                  "study.trials/0",
                  1,
                  0,
                  NOON,
                  NOON.plusSeconds(3)));
      store.add(StoredTrial.observed(1, at(0.2), -2.5, null, NOON));
      store.add(StoredTrial.observed(2, at(0.3), null, "\0oom", NOON));
      assertThat(store.trials()).hasSize(3).startsWith(told);
      assertThat(store.trials().get(0).settings().keySet()).containsExactly("z", "a");
      assertThat(store.trials().get(1).attempts()).isZero();
      assertThat(store.trials().get(2).reason()).isEqualTo("\uFFFDoom");
    }
  }

  @Test
  void add_takesTheNextNumberOnly() {
    try (StudyStore store = open(HEADER)) {
      assertThat(store.add(StoredTrial.running(1, at(0.1), List.of(), NOON))).isFalse();
      assertThat(store.add(StoredTrial.running(0, at(0.1), List.of(), NOON))).isTrue();
      assertThat(store.add(StoredTrial.running(0, at(0.2), List.of(), NOON))).isFalse();
      assertThat(store.trials()).hasSize(1);
    }
  }

  @Test
  void refusedStep_changesNothing() {
    try (StudyStore store = open(HEADER)) {
      store.add(StoredTrial.running(0, at(0.5), List.of(), NOON));
      store.change(0, trial -> trial.told(1, NOON));
      List<StoredTrial> before = store.trials();
      assertThatThrownBy(() -> store.change(0, trial -> trial.failed("late", NOON)))
          .isInstanceOf(RefusedException.class)
          .hasMessage("trial 0 has its result already");
      assertThatThrownBy(() -> store.change(0, StoredTrial::retried))
          .hasMessageContaining("expected a failed trial");
      assertThatThrownBy(() -> store.change(7, StoredTrial::retried))
          .hasMessage("there is no trial 7; check the number");
      assertThatThrownBy(() -> store.change(-1, StoredTrial::retried))
          .isInstanceOf(RefusedException.class);
      assertThat(store.trials()).isEqualTo(before);
    }
  }

  @Test
  void retriedTrial_isClaimedAgainAsANewAttempt() {
    try (StudyStore store = open(HEADER)) {
      assertThat(store.claim()).isEmpty();
      store.add(StoredTrial.running(0, at(0.5), List.of(), NOON));
      store.add(StoredTrial.running(1, at(0.6), List.of(), NOON));
      store.change(1, trial -> trial.failed("exit code 1", NOON));
      store.change(1, StoredTrial::retried);
      StoredTrial again = store.claim().orElseThrow();
      assertThat(again.number()).isEqualTo(1);
      assertThat(again.state()).isEqualTo(StoredState.RUNNING);
      assertThat(again.attempts()).isEqualTo(2);
      assertThat(again.reason()).isNull();
      assertThat(store.claim()).isEmpty();
    }
  }

  @Test
  void deletedTrial_keepsItsNumberItsReasonAndItsValue() {
    try (StudyStore store = open(HEADER)) {
      store.add(StoredTrial.observed(0, at(0.5), 1.0, null, NOON));
      StoredTrial deleted = store.change(0, trial -> trial.deleted("wrong machine", NOON)).trial();
      assertThat(deleted.reason()).isEqualTo("wrong machine");
      assertThat(deleted.value()).isEqualTo(1.0);
      assertThat(store.trials()).containsExactly(deleted);
      assertThat(store.add(StoredTrial.running(0, at(0.5), List.of(), NOON))).isFalse();
      assertThatThrownBy(() -> store.change(0, trial -> trial.told(1, NOON)))
          .hasMessage("trial 0 was deleted");
    }
  }

  @Test
  void budget_isOfAllTrialsOrOfThoseWithAValue() {
    try (StudyStore store = open(withBudget(new Budget(2, Budget.Counting.ALL)))) {
      store.add(StoredTrial.observed(0, at(0.1), null, "oom", NOON));
      assertThat(store.hasRoom()).isTrue();
      store.add(StoredTrial.running(1, at(0.2), List.of(), NOON));
      assertThat(store.hasRoom()).isFalse();
      assertThatThrownBy(() -> store.add(StoredTrial.running(2, at(0.3), List.of(), NOON)))
          .isInstanceOf(NoTrialLeftException.class)
          .hasMessageContaining("all of the 2 trials are used up");
      assertThat(store.trials()).hasSize(2);
      store.change(0, trial -> trial.deleted("no memory", NOON));
      assertThat(store.hasRoom()).isTrue();
    }
  }

  @Test
  void budgetWithoutFailures_hasRoomForThem() {
    try (StudyStore store = open(withBudget(new Budget(1, Budget.Counting.WITHOUT_FAILED)))) {
      store.add(StoredTrial.observed(0, at(0.1), null, "oom", NOON));
      assertThat(store.hasRoom()).isTrue();
      store.add(StoredTrial.running(1, at(0.2), List.of(), NOON));
      assertThat(store.hasRoom()).isFalse();
    }
  }

  /** Exactly the budget, whoever is faster. */
  @Test
  void threads_neverSpendMoreThanTheBudgetNorShareATrial() throws Exception {
    ExecutorService workers = Executors.newFixedThreadPool(4);
    try (StudyStore store = open(withBudget(new Budget(20, Budget.Counting.ALL)))) {
      List<Future<Integer>> added = new ArrayList<>();
      for (int worker = 0; worker < 4; worker++) {
        added.add(workers.submit(() -> addAll(store)));
      }
      int sum = 0;
      for (Future<Integer> count : added) {
        sum += count.get();
      }
      assertThat(sum).isEqualTo(20);
      assertThat(store.trials()).hasSize(20);
    } finally {
      workers.shutdown();
    }
  }

  @Test
  void requestThatIsMadeAgain_isGrantedOnce() {
    Claimant who = new Claimant("far-away", "w", Duration.ofMinutes(1));
    Claimant first = who.requesting("first");
    Claimant second = who.requesting("second");
    try (StudyStore store = open(HEADER)) {
      assertThat(store.claim(first)).isEmpty();
      assertThat(store.add(StoredTrial.running(0, at(0.1), List.of(), NOON), first)).isTrue();
      assertThat(store.add(StoredTrial.running(1, at(0.2), List.of(), NOON), first)).isFalse();
      assertThat(store.claim(first)).map(StoredTrial::number).contains(0);
      assertThat(store.claim(second)).isEmpty();
      assertThat(store.add(StoredTrial.queued(1, at(0.2), NOON))).isTrue();
      assertThat(store.add(StoredTrial.queued(2, at(0.3), NOON))).isTrue();
      assertThat(store.claim(second)).map(StoredTrial::number).contains(1);
      assertThat(store.claim(second)).map(StoredTrial::number).contains(1);
      store.change(1, trial -> trial.told(2, NOON));
      assertThat(store.claim(second)).map(StoredTrial::value).contains(2.0);
      Claimant third = who.requesting("third");
      assertThat(store.claim(third)).map(StoredTrial::number).contains(2);
      store.change(2, trial -> trial.stopped(3, "no hope", NOON));
      assertThat(store.claim(third)).map(StoredTrial::number).contains(2);
      store.release(who);
      assertThat(store.claim(first)).map(StoredTrial::number).contains(0);
    }
  }

  @Test
  void claimOfSomebodyElse_runsOutAndIsGivenToAnother() {
    Claimant client = new Claimant("client", "a client", Duration.ofMillis(1));
    try (StudyStore store = open(HEADER)) {
      store.add(StoredTrial.running(0, at(0.5), List.of(), NOON), client);
      assertThat(store.leases()).hasSize(1);
      assertThat(store.leases().get(0).worker()).isEqualTo("a client");
      passTime(Duration.ofMillis(5));
      StoredTrial again = store.claim().orElseThrow();
      assertThat(again.deaths()).isEqualTo(1);
      assertThat(again.attempts()).isEqualTo(2);
      assertThat(store.leases().get(0).token()).isEqualTo(store.token());
      assertThat(store.renew(client)).isEmpty();
      assertThat(store.renew(store.self())).containsExactly(0);
      // Who tells first is believed, whoever has the claim.
      store.change(0, trial -> trial.told(1, NOON));
      assertThat(store.renew(store.self())).isEmpty();
      assertThatThrownBy(() -> store.change(0, trial -> trial.told(2, NOON)))
          .hasMessage("trial 0 has its result already");
    }
  }

  @Test
  void signOfLife_keepsAClaim() {
    Claimant client = new Claimant("client", "a client", Duration.ofSeconds(60));
    try (StudyStore store = open(HEADER)) {
      store.add(StoredTrial.running(0, at(0.5), List.of(), NOON), client);
      passTime(Duration.ofMillis(5));
      Lease before = store.leases().get(0);
      assertThat(store.renew(client)).containsExactly(0);
      assertThat(store.leases().get(0).until()).isAfter(before.until());
      assertThat(store.claim()).isEmpty();
      store.release(client);
      assertThat(store.claim().orElseThrow().deaths()).isZero();
    }
  }

  /** As often as the study says, and then no more. */
  @Test
  void claimThatRanOutTooOften_isAFailure() {
    Claimant client = new Claimant("client", "a client", Duration.ofMillis(1));
    try (StudyStore store = open(HEADER)) {
      store.add(StoredTrial.running(0, at(0.5), List.of(), NOON), client);
      for (int deaths = 1; deaths < HEADER.maxDeaths().getAsInt(); deaths++) {
        passTime(Duration.ofMillis(5));
        assertThat(store.claim(client).orElseThrow().deaths()).isEqualTo(deaths);
      }
      passTime(Duration.ofMillis(5));
      assertThat(store.claim(client)).isEmpty();
      assertThat(store.trials().get(0).state()).isEqualTo(StoredState.FAILED);
      // A result that comes late is better than none.
      store.change(0, trial -> trial.told(1, NOON));
    }
  }

  @Test
  void changes_areNumberedInOneLine() {
    try (StudyStore store = open(HEADER)) {
      Changes none = store.changesSince(-1);
      assertThat(none.trials()).isEmpty();
      assertThat(none.phase()).isEqualTo(StudyPhase.OPEN);
      store.add(StoredTrial.running(0, at(0.5), List.of(), NOON));
      store.add(StoredTrial.running(1, at(0.6), List.of(0), NOON));
      Changes two = store.changesSince(none.change());
      assertThat(two.trials()).isEqualTo(store.trials()).hasSize(2);
      assertThat(two.trials().get(1).pending()).containsExactly(0);
      StoredTrial told = store.change(0, trial -> trial.told(1, NOON)).trial();
      Changes one = store.changesSince(two.change());
      assertThat(one.trials()).containsExactly(told);
      assertThat(store.changesSince(one.change()).trials()).isEmpty();
      assertThat(one.change()).isGreaterThan(two.change());
    }
  }

  @Test
  void turn_isOneAtATime() throws Exception {
    ExecutorService workers = Executors.newFixedThreadPool(3);
    AtomicInteger inside = new AtomicInteger();
    try (StudyStore store = open(HEADER)) {
      List<Future<Integer>> seen = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        seen.add(
            workers.submit(
                () -> {
                  try (StudyStore.Turn turn = store.turn()) {
                    int together = inside.incrementAndGet();
                    passTime(Duration.ofMillis(1));
                    inside.decrementAndGet();
                    return together;
                  }
                }));
      }
      for (Future<Integer> together : seen) {
        assertThat(together.get()).isEqualTo(1);
      }
    } finally {
      workers.shutdown();
    }
  }

  /** Lets the clock that the store goes by run on; by waiting, unless it can be moved. */
  void passTime(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static int addAll(StudyStore store) {
    int added = 0;
    try {
      while (true) {
        added +=
            store.add(StoredTrial.running(store.trials().size(), at(0.5), List.of(), NOON)) ? 1 : 0;
      }
    } catch (NoTrialLeftException e) {
      return added;
    }
  }

  static Configuration at(double x) {
    return Configuration.empty().with("x", x);
  }

  private static StudyHeader withBudget(Budget budget) {
    return new StudyHeader(
        HEADER.space(),
        "",
        "sobol",
        0,
        NoiseKind.NONE,
        Optional.of(budget),
        OptionalInt.of(3),
        List.of());
  }

  /** Whatever bits a value has and whatever characters a text, it is read back as it was kept. */
  @Test
  void numbersAndTexts_areReadBackAsTheyWereKept() {
    assertReadBack(60, 5);
  }

  @Test
  @Tag("slow")
  void manyNumbersAndTexts_areReadBackAsTheyWereKept() {
    assertReadBack(20_000, System.nanoTime());
  }

  private void assertReadBack(int trials, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<StoredTrial> kept = new ArrayList<>();
    try (StudyStore study = open(HEADER)) {
      for (int i = 0; i < trials; i++) {
        double value = AnyValue.number(random, i);
        Measurements further =
            Measurements.of(AnyValue.text(random, i), AnyValue.number(random, i));
        StoredTrial trial =
            i % 3 == 0
                ? StoredTrial.observed(i, at(0.5), null, AnyValue.text(random, i), NOON)
                : StoredTrial.observed(i, at(0.5), value, further, null, NOON);
        study.add(trial);
        kept.add(trial);
      }
      assertThat(study.trials()).as("seed %d", seed).isEqualTo(kept);
      assertThat(study.changesSince(-1).trials()).as("seed %d", seed).isEqualTo(kept);
    }
  }

  @Test
  void valueOfMinusZero_isZero() {
    try (StudyStore study = open(HEADER)) {
      for (int i = 0; i < 3; i++) {
        study.add(StoredTrial.running(i, at(0.5), List.of(), NOON));
      }
      study.change(0, trial -> trial.told(-0.0, NOON));
      study.change(1, trial -> trial.reported(1, -0.0));
      study.change(1, trial -> trial.stopped(-0.0, "no use", NOON));
      study.add(StoredTrial.observed(3, at(0.5), -0.0, null, NOON));
      study.change(3, trial -> trial.deleted("wrong", NOON));
      study.change(2, trial -> trial.told(1, Measurements.of("cost", -0.0), NOON));
      assertThat(study.trials()).extracting(StoredTrial::value).containsExactly(0.0, 0.0, 1.0, 0.0);
    }
  }
}
