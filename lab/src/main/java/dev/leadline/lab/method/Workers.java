package dev.leadline.lab.method;

import dev.leadline.study.Study;
import dev.leadline.study.Trial;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Workers that evaluate the trials of one study, each at its own pace. Not thread-safe. */
final class Workers {

  /* A worker that is free takes a trial at once, so that all but one are busy whenever a trial is asked for. How long a trial
   * takes is drawn evenly between half and one and a half of the average. A run that is continued begins with free workers. */

  private static final double SHORTEST = 0.5;
  private static final double LONGEST = 1.5;

  private final Study study;
  private final RunHistory lane;
  private final int count;
  private final RandomGenerator durations;
  private final PriorityQueue<Busy> busy =
      new PriorityQueue<>(
          Comparator.comparingDouble(Busy::end).thenComparingInt(b -> b.trial.number()));
  private double now;
  private @Nullable Trial done;

  /** So many workers, all of them free. */
  Workers(Study study, RunHistory lane, int count) {
    this.study = study;
    this.lane = lane;
    this.count = count;
    this.durations = lane.runRandom();
  }

  /** The point of the next trial to end; the value of the one before is in the lane. */
  double[] next() {
    if (done != null) {
      study.tell(done, lane.value(lane.initial() + lane.step() - 1));
    }
    while (busy.size() < count) {
      busy.add(new Busy(study.ask(), now + durations.nextDouble(SHORTEST, LONGEST)));
    }
    Busy first = busy.remove();
    now = first.end;
    done = first.trial;
    return lane.space().encode(first.trial.configuration());
  }

  private record Busy(Trial trial, double end) {}
}
