package dev.leadline.server.view;

import dev.leadline.space.SpaceExhaustedException;
import dev.leadline.study.Belief;
import dev.leadline.study.Prediction;
import dev.leadline.study.Recommendation;
import dev.leadline.study.Study;
import dev.leadline.study.Trial;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
      node.set("params", ViewJson.settings(trial.configuration()));
      trial
          .expectedImprovement()
          .ifPresent(gain -> node.set("expectedImprovement", ViewJson.number(gain)));
      found.nearest().ifPresent(nearest -> node.put("nearest", nearest.number()));
      return Optional.of(found);
    } catch (SpaceExhaustedException e) {
      node.put("none", e.getMessage());
      return Optional.empty();
    }
  }

  /** Slices through the best configuration and through the next one. */
  void through(Recommendation best, Belief belief) {
    json.set("incumbent", ViewJson.number(belief.incumbent()));
    json.set("through", ViewJson.reference(best));
    List<Slice> atBest = Slice.through(best.configuration(), study.space(), belief);
    List<Slice> atNext =
        next.map(n -> Slice.through(n.trial().configuration(), study.space(), belief))
            .orElse(List.of());
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
    next.ifPresent(n -> expected(belief.at(List.of(n.trial().configuration())).get(0)));
  }

  private void expected(Prediction prediction) {
    ObjectNode node = (ObjectNode) json.get("next");
    node.set("expected", ViewJson.interval(prediction));
    node.set("chance", ViewJson.number(prediction.chance()));
  }

  void importance(Map<String, Double> shares) {
    ObjectNode node = json.putObject("importance").put("method", Importance.METHOD);
    ArrayNode inputs = node.putArray("inputs");
    shares.forEach(
        (name, share) ->
            inputs.addObject().put("input", name).set("share", ViewJson.number(share)));
  }

  void hindsight(Hindsight hindsight) {
    ArrayNode forecasts = json.putArray("forecasts");
    for (Hindsight.Forecast forecast : hindsight.forecasts()) {
      ObjectNode node = ViewJson.interval(forecast.expected());
      node.put("trial", forecast.trial().number());
      node.set("value", ViewJson.number(forecast.trial().value()));
      forecasts.add(node);
    }
    ArrayNode outlooks = json.putArray("outlooks");
    for (Hindsight.Outlook outlook : hindsight.outlooks()) {
      ObjectNode node = outlooks.addObject().put("trial", outlook.trial());
      node.set("best", ViewJson.number(outlook.best()));
      node.set("gain", ViewJson.number(outlook.gain()));
    }
  }
}
