package dev.leadline.server.api;

import dev.leadline.client.json.FieldException;
import dev.leadline.client.json.Fields;
import dev.leadline.client.json.FrontJson;
import dev.leadline.client.json.SettingsJson;
import dev.leadline.server.json.StudyDocument;
import dev.leadline.server.open.OpenStudy;
import dev.leadline.server.open.StudyState;
import dev.leadline.server.route.Answer;
import dev.leadline.server.route.Call;
import dev.leadline.server.route.ProblemException;
import dev.leadline.server.route.Status;
import dev.leadline.server.view.StudyViews;
import dev.leadline.space.Configuration;
import dev.leadline.storage.StoredStudy;
import dev.leadline.storage.StudySnapshot;
import dev.leadline.study.Prediction;
import dev.leadline.study.Recommendation;
import dev.leadline.study.StudyModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What is known of a study: its best trial, and what its model believes. */
record ModelActions(StudyActions studies) {

  private static final int MOST_POINTS = 1000;

  Answer best(Call call) {
    StudyState state = studies.look(call.study());
    requireOneGoal(state);
    return Answer.of(
        StudyDocument.best(state.problem(), state.best().orElseThrow(ModelActions::noValue)));
  }

  /** What no trial betters in everything. */
  Answer front(Call call) {
    return Answer.of(
        FrontJson.write(
            studies
                .look(call.study())
                .front()
                .orElseThrow(
                    () ->
                        Status.CONFLICT.problem(
                            "expected several goals but this study has one; ask for its best"))));
  }

  private static void requireOneGoal(StudyState state) {
    state
        .problem()
        .several()
        .ifPresent(
            goals -> {
              throw Status.CONFLICT.problem(
                  "expected one goal but this study has several (%s); ask for its front"
                      .formatted(goals.words()));
            });
  }

  Answer recommend(Call call) {
    requireOneGoal(studies.look(call.study()));
    Recommendation recommended =
        studies
            .find(call.study())
            .use(
                study -> {
                  study.learn();
                  return study.recommend();
                })
            .orElseThrow(ModelActions::noValue);
    ObjectNode answer = JsonNodeFactory.instance.objectNode().put("trial", recommended.trial());
    answer.set("params", SettingsJson.write(recommended.configuration()));
    answer
        .put("median", recommended.median())
        .put("low", recommended.low())
        .put("high", recommended.high());
    return Answer.of(answer);
  }

  Answer posterior(Call call) {
    List<Configuration> points = points(call.fields("points"));
    List<Prediction> predictions =
        studies.find(call.study()).use(study -> predictions(study, points));
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    ArrayNode nodes = answer.putArray("predictions");
    for (Prediction prediction : predictions) {
      ObjectNode node = nodes.addObject().put("median", prediction.median());
      node.put("low", prediction.low()).put("high", prediction.high());
    }
    return Answer.of(answer);
  }

  /** All that the page shows of the model but contours. */
  Answer view(Call call) {
    OpenStudy open = studies.find(call.study());
    StudyState state = open.look();
    Optional<String> goal = call.parameter("goal");
    return Answer.text(
        "application/json",
        open.view(
            "goal " + goal.orElse(""),
            state,
            strategy -> {
              StudyViews views = StudyViews.of(snapshot(state), strategy);
              return (goal.isPresent() ? views.insight(goal.get()) : views.insight()).toString();
            }));
  }

  Answer contour(Call call) {
    String x = input(call, "x");
    String y = input(call, "y");
    Optional<String> goal = call.parameter("goal");
    OpenStudy open = studies.find(call.study());
    StudyState state = open.look();
    return Answer.text(
        "application/json",
        open.view(
            String.join("\n", x, y, goal.orElse("")),
            state,
            strategy -> {
              StudyViews views = StudyViews.of(snapshot(state), strategy);
              return goal.map(views::about)
                  .orElse(views)
                  .contour(x, y)
                  .orElseThrow(ModelActions::noValue)
                  .toString();
            }));
  }

  private static StudySnapshot snapshot(StudyState state) {
    return new StudySnapshot(state.header(), state.trials());
  }

  private static String input(Call call, String name) {
    return call.parameter(name)
        .orElseThrow(
            () ->
                Status.BAD_REQUEST.problem(
                    "expected the name of a parameter with %s in the query".formatted(name)));
  }

  private static List<Prediction> predictions(StoredStudy study, List<Configuration> points) {
    study.learn();
    Optional<StudyModel> model = study.model();
    try (StudyModel known = model.orElseThrow(ModelActions::noValue)) {
      return known.at(points);
    }
  }

  private static List<Configuration> points(Fields fields) {
    JsonNode nodes = fields.get("points");
    if (!nodes.isArray() || nodes.isEmpty() || nodes.size() > MOST_POINTS) {
      throw new FieldException(
          "expected a list of 1 to %d settings with points".formatted(MOST_POINTS));
    }
    List<Configuration> points = new ArrayList<>();
    nodes.forEach(node -> points.add(SettingsJson.read(node)));
    return points;
  }

  private static ProblemException noValue() {
    return Status.NOT_FOUND.problem("there is no trial with a value that keeps the limits yet");
  }
}
