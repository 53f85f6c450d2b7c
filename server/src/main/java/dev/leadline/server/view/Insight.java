package dev.leadline.server.view;

import dev.leadline.client.json.SettingsJson;
import dev.leadline.insight.Importance;
import dev.leadline.insight.Slice;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceExhaustedException;
import dev.leadline.study.ImprovementForecast;
import dev.leadline.study.Prediction;
import dev.leadline.study.Recommendation;
import dev.leadline.study.Study;
import dev.leadline.study.StudyModel;
import dev.leadline.study.Trial;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON of what a model says about a study, put together part by part. */
final class Insight {

  private final Study study;
  private final Optional<NextTrial> next;
  private final ObjectNode json = ViewJson.object();

  /** Begins with what needs no value: the next trial. */
  Insight(Study study) {
    this.study = study;
    study.substitution().ifPresent(sentence -> json.put("substitution", sentence));
    this.next = next();
  }

  ObjectNode json() {
    return json;
  }

  private Optional<NextTrial> next() {
    ObjectNode node = json.putObject("next");
    try {
      NextTrial found = NextTrial.of(study);
      Trial trial = found.trial();
      node.put("trial", trial.number());
      node.set("params", SettingsJson.write(trial.configuration()));
      trial
          .expectedImprovement()
          .ifPresent(gain -> node.set("expectedImprovement", ViewJson.number(gain)));
      found.nearest().ifPresent(nearest -> node.put("nearest", nearest.number()));
      forecast(ImprovementForecast.of(study, trial.expectedImprovement()));
      return Optional.of(found);
    } catch (SpaceExhaustedException e) {
      node.put("none", e.getMessage());
      return Optional.empty();
    }
  }

  /** The chance that the next trials still gain something that counts, in the user's units. */
  private void forecast(Optional<ImprovementForecast> forecast) {
    forecast.ifPresent(
        found -> {
          ObjectNode node = json.putObject("forecast").put("trials", ImprovementForecast.TRIALS);
          node.set("much", ViewJson.number(ImprovementForecast.SMALL * found.range()));
          node.set("chance", ViewJson.number(found.chance(ImprovementForecast.SMALL)));
        });
  }

  /** What is to be bettered, and what is expected of the next trial. */
  void next(StudyModel model) {
    json.set("incumbent", ViewJson.value(model.incumbent()));
    next.ifPresent(n -> expected(n.trial(), model));
  }

  /** Slices through the best configuration and through the next one. */
  void through(Recommendation best, StudyModel model) {
    json.set("through", ViewJson.reference(best));
    List<Slice> atBest = Slice.through(best.configuration(), model);
    List<Slice> atNext =
        next.map(n -> Slice.through(n.trial().configuration(), model)).orElse(List.of());
    double top =
        ViewJson.top(
            Stream.concat(atBest.stream(), atNext.stream())
                .flatMap(slice -> slice.predictions().stream()));
    ArrayNode slices = json.putArray("slices");
    for (int i = 0; i < atBest.size(); i++) {
      ObjectNode slice = slices.addObject().put("input", atBest.get(i).input());
      slice.set("values", ViewJson.settings(atBest.get(i).values()));
      slice.set("best", ViewJson.predictions(atBest.get(i).predictions(), top));
      if (!atNext.isEmpty()) {
        slice.set("next", ViewJson.predictions(atNext.get(i).predictions(), top));
      }
    }
  }

  /** Interval, chance and gain by the same model: a suggestion may come from a close look. */
  private void expected(Trial trial, StudyModel model) {
    Prediction prediction = model.at(List.of(trial.configuration())).get(0);
    ObjectNode node = (ObjectNode) json.get("next");
    node.set("expected", ViewJson.interval(prediction));
    node.set("chance", ViewJson.number(prediction.chance()));
    if (trial.expectedImprovement().isPresent()) {
      double gain = model.expectedImprovement(trial.configuration());
      node.set("expectedImprovement", ViewJson.number(gain));
    }
  }

  void importance(List<Importance> inputs) {
    ObjectNode node = json.putObject("importance").put("method", Importance.METHOD);
    ArrayNode nodes = node.putArray("inputs");
    for (Importance found : inputs) {
      ObjectNode input = nodes.addObject().put("input", found.input());
      share(input, "share", "error", found.overall());
      share(input, "goodShare", "goodError", found.among());
    }
  }

  private static void share(ObjectNode node, String name, String error, Importance.Share share) {
    node.set(name, ViewJson.number(share.part()));
    node.set(error, ViewJson.number(share.error()));
  }

  /** What the front reached, by the number of the last trial. */
  void volumes(SortedMap<Integer, Double> volumes) {
    ArrayNode nodes = json.putArray("volumes");
    volumes.forEach(
        (trial, volume) -> nodes.addArray().add(trial.intValue()).add(ViewJson.number(volume)));
  }

  void hindsight(Hindsight hindsight) {
    ArrayNode forecasts = json.putArray("forecasts");
    for (Hindsight.Forecast forecast : hindsight.forecasts()) {
      ObjectNode node = ViewJson.interval(forecast.expected());
      node.put("trial", forecast.trial().number());
      node.set("value", ViewJson.value(forecast.trial().value()));
      forecasts.add(node);
    }
    ArrayNode hopes = json.putArray("hopes");
    for (Hindsight.Hope hope : hindsight.hopes()) {
      ObjectNode node = hopes.addObject().put("trial", hope.trial());
      node.set("best", ViewJson.value(hope.best()));
      node.set("gain", ViewJson.number(hope.gain()));
    }
  }

  /**
   * The trial that would be suggested now.
   *
   * @param nearest the trial whose settings are most alike, if there is one
   */
  private record NextTrial(Trial trial, Optional<Trial> nearest) {

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
}
