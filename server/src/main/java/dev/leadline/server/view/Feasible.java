package dev.leadline.server.view;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.study.Belief;
import dev.leadline.study.Prediction;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Predictions where there is something to predict. */
final class Feasible {

  private Feasible() {}

  /** What is believed of each configuration; empty where it violates a constraint. */
  static List<Optional<Prediction>> predictions(
      List<Configuration> configurations, Space space, Belief belief) {
    List<Configuration> feasible = configurations.stream().filter(space::feasible).toList();
    Iterator<Prediction> found = belief.at(feasible).iterator();
    List<Optional<Prediction>> predictions = new ArrayList<>();
    for (Configuration configuration : configurations) {
      predictions.add(space.feasible(configuration) ? Optional.of(found.next()) : Optional.empty());
    }
    return predictions;
  }
}
