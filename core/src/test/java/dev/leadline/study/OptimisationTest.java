package dev.leadline.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptimisationTest {

  private static final Space LINE = Space.builder().real("x", -1, 2).build();

  private static Study study() {
    return Study.builder(LINE).strategy(Strategies.committee()).seed(1).build();
  }

  private static Configuration at(double x) {
    return Configuration.empty().with("x", x);
  }

  @Test
  void oneThread_givesWhatAskAndTellGive() {
    try (Study loop = study();
        Study brief = study()) {
      for (int i = 0; i < 12; i++) {
        Trial trial = loop.ask();
        loop.tell(trial, Math.abs(trial.configuration().real("x")));
      }
      brief.optimize(c -> Math.abs(c.real("x")), 12, 1);
      assertThat(brief.trials()).isEqualTo(loop.trials());
    }
  }

  @Test
  void severalThreads_evaluateAtTheSameTimeAndSpendExactlyTheTrials() {
    CyclicBarrier allFour = new CyclicBarrier(4); // no thread goes on alone
    Set<String> threads = ConcurrentHashMap.newKeySet();
    try (Study study = study()) {
      study.optimize(
          c -> {
            threads.add(Thread.currentThread().getName());
            allFour.await(20, TimeUnit.SECONDS);
            return c.real("x");
          },
          16,
          4);
      assertThat(threads).hasSize(4);
      assertThat(study.trials()).hasSize(16).allMatch(t -> t.state() == TrialState.COMPLETED);
    }
  }

  @Test
  void exceptions_failTheirTrial() {
    AtomicInteger calls = new AtomicInteger();
    try (Study study = study()) {
      study.optimize(
          c -> {
            if (calls.incrementAndGet() % 2 == 0) {
              throw new IOException("disk full");
            }
            return c.real("x");
          },
          8,
          1);
      assertThat(study.trials())
          .filteredOn(trial -> trial.state() == TrialState.FAILED)
          .hasSize(4)
          .allMatch(trial -> trial.reason().equals("java.io.IOException: disk full"));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void functionThatAlwaysFails_isReported(int threads) {
    try (Study study = study()) {
      assertThatIllegalStateException()
          .isThrownBy(
              () ->
                  study.optimize(
                      c -> {
                        throw new IOException("no such host");
                      },
                      100,
                      threads))
          .withMessageContaining("first 10 trials")
          .withMessageContaining("no such host")
          .withCauseInstanceOf(IOException.class);
      assertThat(study.trials().size()).isBetween(10, 10 + threads);
    }
  }

  @Test
  void usedUpSpace_endsIt() {
    Space four = Space.builder().integer("n", 1, 4).build();
    try (Study study = Study.builder(four).build()) {
      study.optimize(c -> c.integer("n"), 100, 2);
      assertThat(study.trials()).hasSize(4);
      assertThat(study.best().orElseThrow().value()).isEqualTo(1);
    }
  }

  @Test
  void listener_hearsOfTrialsOfTheBestOnesAndOfTheEnd() {
    List<String> heard = new ArrayList<>();
    try (Study study = study()) {
      study.observe(at(1.5), 1.5);
      study.optimize(
          c -> Math.abs(c.real("x")),
          10,
          1,
          new StudyListener() {
            @Override
            public void onTrial(Trial trial) {
              heard.add("trial " + trial.number() + " " + trial.value());
            }

            @Override
            public void onBest(Trial trial) {
              heard.add("best " + trial.value());
            }

            @Override
            public void onEnd() {
              heard.add("end");
            }
          });
      List<String> expected = new ArrayList<>();
      double best = 1.5;
      for (Trial trial : study.trials().subList(1, 11)) {
        expected.add("trial " + trial.number() + " " + trial.value());
        if (trial.value() < best) {
          best = trial.value();
          expected.add("best " + best);
        }
      }
      expected.add("end");
      assertThat(heard).isEqualTo(expected);
    }
  }

  @Test
  void listenerThatThrows_endsIt() {
    try (Study study = study()) {
      StudyListener impatient =
          new StudyListener() {
            @Override
            public void onBest(Trial trial) {
              throw new IllegalStateException("good enough");
            }
          };
      assertThatIllegalStateException()
          .isThrownBy(() -> study.optimize(c -> c.real("x"), 50, 2, impatient))
          .withMessage("good enough");
      assertThat(study.trials().size()).isLessThan(6);
    }
  }

  @Test
  void interruption_endsItAndLeavesRunningTrialsToTheStudy() throws Exception {
    CountDownLatch running = new CountDownLatch(2);
    try (Study study = study()) {
      AtomicInteger interrupted = new AtomicInteger();
      Thread thread =
          new Thread(
              () -> {
                study.optimize(
                    c -> {
                      running.countDown();
                      Thread.sleep(60_000);
                      return 1;
                    },
                    10,
                    2);
                interrupted.set(Thread.currentThread().isInterrupted() ? 1 : 0);
              });
      thread.start();
      assertThat(running.await(20, TimeUnit.SECONDS)).isTrue();
      thread.interrupt();
      thread.join(20_000);
      assertThat(thread.isAlive()).isFalse();
      assertThat(interrupted).hasValue(1);
      assertThat(study.trials()).extracting(Trial::state).containsOnly(TrialState.RUNNING);
    }
  }

  @Test
  void numbersBelowOne_areRefused() {
    try (Study study = study()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> study.optimize(c -> 1, 0, 1))
          .withMessage("expected 1 trial or more but got 0");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> study.optimize(c -> 1, 1, 0))
          .withMessage("expected 1 thread or more but got 0");
      assertThat(study.trials()).isEmpty();
    }
  }

  @Test
  void asynchronousAsk_runsOnTheExecutor() throws Exception {
    ExecutorService one = Executors.newSingleThreadExecutor(run -> new Thread(run, "asker"));
    try (Study study = study()) {
      String name =
          study
              .askAsync(one)
              .thenApply(trial -> trial.number() + " " + Thread.currentThread().getName())
              .get(20, TimeUnit.SECONDS);
      assertThat(name).startsWith("0 ");
      assertThat(study.trials()).hasSize(1);
      Study closed = study();
      closed.close();
      assertThat(closed.askAsync(one))
          .failsWithin(20, TimeUnit.SECONDS)
          .withThrowableThat()
          .withCauseInstanceOf(IllegalStateException.class);
    } finally {
      one.shutdownNow();
    }
  }

  @Test
  void prediction_isThereWithTheFirstValue() {
    try (Study study = study()) {
      assertThat(study.predict(at(0.5))).isEmpty();
      study.optimize(c -> Math.pow(c.real("x") - 0.3, 2), 10, 1);
      Prediction near = study.predict(at(0.3)).orElseThrow();
      Prediction far = study.predict(at(2.0)).orElseThrow();
      assertThat(near.median()).isLessThan(far.median());
      assertThatIllegalArgumentException().isThrownBy(() -> study.predict(at(3.0)));
    }
  }

  @Test
  void americanSpelling_means() {
    assertThat(Goal.parse("minimize latency_ms")).isEqualTo(Goal.minimise("latency_ms"));
    assertThat(Goal.parse("maximize:hits")).isEqualTo(Goal.maximize("hits"));
    try (Study study = Study.builder(LINE).maximize().build()) {
      assertThat(study.direction()).isEqualTo(Direction.MAXIMISE);
    }
    try (Study study = Study.builder(LINE).maximise().minimize().build()) {
      assertThat(study.direction()).isEqualTo(Direction.MINIMISE);
    }
  }
}
