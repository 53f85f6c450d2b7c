package dev.leadline.server.view;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.study.Prediction;
import dev.leadline.study.StudyModel;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * What the model expected on the way: of trials before their values were known, and of the whole.
 *
 * @param forecasts predictions of completed trials by the trials before them
 * @param hopes what the next trial was expected to gain, by the number of trials known
 */
record Hindsight(List<Forecast> forecasts, List<Hope> hopes) {

  /* The model is conditioned at some moments of the study only: after each of the first 16 trials, then after
  every eighth more, of long studies after every half more, and after the last. Trials up to the next moment are predicted from
  there, so from a few trials less than there were; to condition takes the longer the more is known. */

  private static final int FIRST = 4;
  private static final int LONG = 100;
  private static final int PROBES = 128;
  private static final double FARTHEST = 0.3;

  /** A completed trial and what was expected of it. */
  record Forecast(Trial trial, Prediction expected) {}

  /**
   * By how much the most attractive configuration was expected to better the best value.
   *
   * @param trial the number of the next trial at that moment
   * @param best what was to be bettered
   */
  record Hope(int trial, double best, double gain) {}

  static Hindsight of(Subject subject) {
    List<Trial> finished =
        subject.trials().stream().filter(trial -> trial.state() != TrialState.RUNNING).toList();
    List<Forecast> forecasts = new ArrayList<>();
    List<Hope> hopes = new ArrayList<>();
    int known = FIRST;
    while (known <= finished.size()) {
      int next = known + step(known);
      boolean isLast = next >= finished.size() && known < finished.size();
      int until = Math.min(next, finished.size());
      int number = finished.get(known - 1).number() + 1;
      Optional<StudyModel> model = subject.modelBefore(number);
      if (model.isPresent()) {
        try (StudyModel before = model.get()) {
          hopes.add(hope(subject, number, before));
          forecasts.addAll(forecasts(finished.subList(known, until), before));
        }
      }
      known = isLast ? finished.size() : next;
    }
    return new Hindsight(List.copyOf(forecasts), List.copyOf(hopes));
  }

  private static int step(int known) {
    return known < LONG ? Math.max(1, known / 8) : known / 2;
  }

  private static List<Forecast> forecasts(List<Trial> ahead, StudyModel before) {
    List<Trial> completed =
        ahead.stream().filter(trial -> trial.state() == TrialState.COMPLETED).toList();
    List<Prediction> expected = before.at(completed.stream().map(Trial::configuration).toList());
    return IntStream.range(0, completed.size())
        .mapToObj(i -> new Forecast(completed.get(i), expected.get(i)))
        .toList();
  }

  /** The most attractive of some configurations all over the space and around the best one. */
  private static Hope hope(Subject subject, int number, StudyModel model) {
    List<Configuration> probes = probes(subject, number);
    List<Prediction> predictions = model.at(probes);
    int best = 0;
    for (int i = 1; i < probes.size(); i++) {
      if (predictions.get(i).attraction() > predictions.get(best).attraction()) {
        best = i;
      }
    }
    return new Hope(number, model.incumbent(), model.expectedImprovement(probes.get(best)));
  }

  private static List<Configuration> probes(Subject subject, int number) {
    Space space = subject.space();
    SplittableRandom random = new SplittableRandom(subject.header().seed());
    double[] best = space.encode(bestBefore(subject, number));
    List<Configuration> probes = new ArrayList<>();
    probes.add(space.decode(best));
    for (int i = 0; i < PROBES; i++) {
      probes.add(space.decode(random.doubles(space.dimensions()).toArray()));
      double radius = FARTHEST * Math.pow(10, -2 * random.nextDouble());
      double[] near = best.clone();
      for (int d = 0; d < near.length; d++) {
        near[d] = Math.max(0, Math.min(1, near[d] + radius * random.nextDouble(-1, 1)));
      }
      probes.add(space.decode(near));
    }
    return probes.stream().filter(space::feasible).toList();
  }

  private static Configuration bestBefore(Subject subject, int number) {
    return subject.trials().stream()
        .filter(trial -> trial.number() < number && trial.state() == TrialState.COMPLETED)
        .min(subject.bestFirst())
        .orElseThrow()
        .configuration();
  }
}
