package dev.leadline.insight;

import dev.leadline.space.Configuration;
import dev.leadline.study.Prediction;
import dev.leadline.study.StudyModel;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Predictions where there is something to predict. */
final class Feasible {

  private Feasible() {}

  /** What is believed of each configuration; empty where it makes no sense. */
  static List<Optional<Prediction>> predictions(
      List<Configuration> configurations, Predicate<Configuration> makesSense, StudyModel model) {
    List<Configuration> feasible = configurations.stream().filter(makesSense).toList();
    Iterator<Prediction> found = model.at(feasible).iterator();
    List<Optional<Prediction>> predictions = new ArrayList<>();
    for (Configuration configuration : configurations) {
      predictions.add(
          makesSense.test(configuration) ? Optional.of(found.next()) : Optional.empty());
    }
    return predictions;
  }
}
