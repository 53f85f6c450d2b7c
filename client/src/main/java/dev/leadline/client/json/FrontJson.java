package dev.leadline.client.json;

import dev.leadline.study.Front;
import dev.leadline.study.Goal;
import dev.leadline.study.Trial;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The front of a study with several goals as JSON. */
public final class FrontJson {

  private FrontJson() {}

  /** Writes its goals, its trials, and the reference with the volume beyond it. */
  public static ObjectNode write(Front front) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    List<Goal> goals = front.goals().all();
    ArrayNode aims = node.putArray("goals");
    goals.forEach(
        goal ->
            aims.addObject()
                .put("metric", goal.metric())
                .put("goal", goal.direction().name().toLowerCase(Locale.ROOT)));
    ArrayNode trials = node.putArray("trials");
    for (Trial trial : front.trials()) {
      ObjectNode found = trials.addObject().put("trial", trial.number());
      found.set("params", SettingsJson.write(trial.configuration()));
      new ResultJson(trial.value(), trial.measurements()).addTo(found, goals.get(0).metric());
    }
    ObjectNode reference = node.putObject("reference");
    for (int k = 0; k < front.reference().size(); k++) {
      reference.put(goals.get(k).metric(), front.reference().get(k));
    }
    node.put("inferred", front.goals().reference().isEmpty());
    return node.put("volume", front.volume());
  }
}
