package dev.leadline.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.acquisition.Acquisition;
import dev.leadline.scaling.ModelUnits;
import dev.leadline.scaling.OutputScaling;
import dev.leadline.search.Design;
import dev.leadline.search.Maximiser;
import dev.leadline.search.Model;
import dev.leadline.search.ModelFree;
import dev.leadline.search.StallPolicy;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class ThreadsTest {

  private static final Space SPACE =
      Space.builder().real("x", -1, 1).logReal("y", 1e-3, 1).choice("c", "a", "b", "d").build();

  @Test
  void suggestions_areTheSameOnOneAndOnEightThreads() throws Exception {
    assertThat(run(8, 1)).isEqualTo(run(1, 2)).isEqualTo(run(8, 3));
  }

  @Test
  void asksFromEightThreads_areTheAsksOfOne() throws Exception {
    Study alone = study();
    List<Trial> expected = alone.ask(40);
    Study shared = study();
    List<Trial> trials = new ArrayList<>(onThreads(8, Collections.nCopies(40, shared::ask)));
    trials.sort(Comparator.comparingInt(Trial::number));
    assertThat(trials).isEqualTo(expected);
  }

  /** Rounds of eight asks whose results arrive in shuffled order. */
  private static List<Trial> run(int threads, long shuffle) throws Exception {
    Study study = study();
    Random order = new Random(shuffle);
    for (int round = 0; round < 5; round++) {
      List<Callable<Integer>> tells = new ArrayList<>();
      for (Trial trial : study.ask(8)) {
        tells.add(
            () -> {
              study.tell(trial, value(trial.configuration()));
              return trial.number();
            });
      }
      Collections.shuffle(tells, order);
      onThreads(threads, tells);
    }
    return study.trials();
  }

  private static <T> List<T> onThreads(int threads, List<Callable<T>> calls) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> future : executor.invokeAll(calls)) {
        results.add(future.get());
      }
      return results;
    } finally {
      executor.shutdown();
    }
  }

  private static double value(Configuration configuration) {
    return configuration.choice("c").equals("d")
        ? Double.NaN
        : Math.abs(configuration.real("x")) + configuration.real("y");
  }

  private static Study study() {
    Model model =
        new Model(
            new NearestSurrogate(),
            new ModelUnits(OutputScaling.SIGNED_LOG),
            Acquisition.EXPECTED_IMPROVEMENT);
    return Study.builder(SPACE)
        .seed(5)
        .strategy(
            Strategies.of(
                model,
                new Maximiser(100, 0, 1, 0.1, 0.2, List.of()),
                StallPolicy.none(),
                Design.of(ModelFree.RANDOM)))
        .build();
  }
}
