package dev.leadline.server.view;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceExhaustedException;
import dev.leadline.study.Study;
import dev.leadline.study.Trial;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The trial that would be suggested now.
 *
 * @param nearest the trial whose settings are most alike, if there is one
 */
record NextTrial(Trial trial, Optional<Trial> nearest) {

  /**
   * What the study suggests.
   *
   * @throws SpaceExhaustedException if there is nothing left to suggest
   */
  static NextTrial of(Study study) {
    Trial trial = study.suggest();
    return new NextTrial(trial, nearest(study.space(), trial.configuration(), study.trials()));
  }

  private static Optional<Trial> nearest(
      Space space, Configuration configuration, List<Trial> trials) {
    double[] point = space.encode(configuration);
    return trials.stream()
        .min(
            Comparator.comparingDouble(
                trial -> squaredDistance(point, space.encode(trial.configuration()))));
  }

  private static double squaredDistance(double[] one, double[] other) {
    double sum = 0;
    for (int d = 0; d < one.length; d++) {
      sum += (one[d] - other[d]) * (one[d] - other[d]);
    }
    return sum;
  }
}
