package dev.leadline.server.page;

import dev.leadline.search.Strategy;
import dev.leadline.server.json.StudyDocument;
import dev.leadline.server.open.StudyState;
import dev.leadline.server.view.StudyViews;
import dev.leadline.storage.StorageException;
import dev.leadline.storage.StudySnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** All that a page without a server shows of a study, as JSON. */
public final class PageData {

  /** Of so many inputs, the most important ones, a page that is mailed holds the contours. */
  private static final int INPUTS_WITH_CONTOURS = 7;

  private PageData() {}

  /**
   * Computes everything.
   *
   * @param strategy what the header names; it stays open
   * @param outputs what trials printed, by number
   * @param now when that was
   * @throws StorageException if the snapshot makes no sense
   */
  public static ObjectNode of(
      String name,
      StudySnapshot snapshot,
      Strategy strategy,
      Map<Integer, TrialOutput> outputs,
      Instant now) {
    StudyState state = StudyState.of(name, snapshot);
    StudyViews views = StudyViews.of(snapshot, strategy);
    ObjectNode data = JsonNodeFactory.instance.objectNode().put("written", now.toString());
    data.set("study", StudyDocument.study(state, snapshot.attachments()));
    data.set("trials", StudyDocument.trials(state, -1));
    ObjectNode insight = views.insight();
    data.set("insight", insight);
    state
        .problem()
        .several()
        .ifPresent(
            goals -> {
              ObjectNode each = data.putObject("goals");
              goals.all().forEach(goal -> each.set(goal.metric(), views.insight(goal.metric())));
            });
    ArrayNode contours = data.putArray("contours");
    views.contours(mostImportant(insight)).forEach(contours::add);
    ObjectNode printed = data.putObject("outputs");
    outputs.forEach(
        (trial, output) ->
            printed
                .putObject(Integer.toString(trial))
                .put("output", output.text())
                .put("truncated", output.isCut()));
    return data;
  }

  private static List<String> mostImportant(ObjectNode insight) {
    List<JsonNode> inputs = new ArrayList<>();
    insight.path("importance").path("inputs").forEach(inputs::add);
    return inputs.stream()
        .sorted(Comparator.comparingDouble(input -> -input.get("share").asDouble()))
        .limit(INPUTS_WITH_CONTOURS)
        .map(input -> input.get("input").asString())
        .toList();
  }
}
