package dev.leadline.study;

import dev.leadline.search.Evidence;
import dev.leadline.search.FinishedTrial;
import dev.leadline.search.History;
import dev.leadline.search.NoiseKind;
import dev.leadline.search.SearchSpace;
import dev.leadline.search.Suggestion;
import dev.leadline.search.TrialRandom;
import dev.leadline.space.Space;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.stream.IntStream;

/**
 * A suggestion of the committee that nobody sees, made on another thread while the weights of a
 * network are loaded.
 */
final class JitWarmup {

  /* The first suggestion of a process takes seven times as long as the others, because Java loads, links and at first interprets
  what it needs. Loading weights leaves a core idle for longer than that. With some dozen trials the loops over observations run
  often enough to be compiled meanwhile: a study that is opened with hundreds needs them at once. No native code is called here,
  and the thread is one that does not keep a program from ending. */

  private static final int INPUTS = 2;
  private static final int TRIALS = 61; // a prime, for which the squares below are spread

  private JitWarmup() {}

  /** Begins; whoever loads the weights joins it when that is done. */
  static ForkJoinTask<Suggestion> start() {
    return ForkJoinPool.commonPool().submit(JitWarmup::suggest);
  }

  private static Suggestion suggest() {
    Space square = Space.builder().real("x", 0, 1).real("y", 0, 1).build();
    History history = bowl();
    return Strategies.committee()
        .suggest(
            new SearchSpace(square).candidates(history),
            Evidence.of(history),
            TrialRandom.of(0, TRIALS));
  }

  /** A few points of a bowl around a corner of the unit square. */
  private static History bowl() {
    List<FinishedTrial> finished =
        IntStream.range(0, TRIALS)
            .mapToObj(
                i -> {
                  double x = (double) i / TRIALS;
                  double y = (double) (i * i % TRIALS) / TRIALS;
                  return FinishedTrial.completed(i, new double[] {x, y}, x * x + y * y);
                })
            .toList();
    return new History(INPUTS, finished, List.of(), NoiseKind.NONE, OptionalInt.empty());
  }
}
