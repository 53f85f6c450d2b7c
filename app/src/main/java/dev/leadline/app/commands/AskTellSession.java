package dev.leadline.app.commands;

import dev.leadline.app.report.NearMiss;
import dev.leadline.client.json.FieldException;
import dev.leadline.client.json.Fields;
import dev.leadline.client.json.FrontJson;
import dev.leadline.client.json.ResultJson;
import dev.leadline.client.json.SettingsJson;
import dev.leadline.client.json.SpaceJson;
import dev.leadline.space.Configuration;
import dev.leadline.space.NoTrialLeftException;
import dev.leadline.storage.RefusedException;
import dev.leadline.storage.StorageException;
import dev.leadline.storage.StoredStudy;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.ImprovementForecast;
import dev.leadline.study.Prediction;
import dev.leadline.study.Recommendation;
import dev.leadline.study.StudyModel;
import dev.leadline.study.Trial;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** One conversation in JSON lines: every line has an answer of one line, wrong ones too. */
record AskTellSession(StoredStudy study) {

  private static final int MOST_AT_ONCE = 10_000;

  /**
   * The line that answers a line.
   *
   * @throws StorageException if the study cannot be written: there is no point in going on
   */
  String answer(String line) {
    try {
      return handle(Fields.parse(line)).toString();
    } catch (NoTrialLeftException e) {
      return none(object(), e).toString();
    } catch (FieldException | RefusedException e) {
      return error(String.valueOf(e.getMessage())).toString();
    }
  }

  /** The last line of a conversation that a defect of leadline ends. */
  static String defect(RuntimeException e) {
    return error("a defect in leadline itself, which ends here: " + e).toString();
  }

  private ObjectNode handle(Fields request) {
    if (request.has("ask")) {
      request.only("ask");
      return ask(request.whole("ask", 1, MOST_AT_ONCE));
    }
    if (request.has("tell")) {
      return tell(request.only("tell", "value", "values", "failed"));
    }
    if (request.has("observe")) {
      return observe(request.only("observe", "value", "values", "failed"));
    }
    if (request.has("report")) {
      return report(request.only("report", "step", "value"));
    }
    if (request.has("enqueue")) {
      request.only("enqueue");
      return object().put("trial", study.enqueue(SettingsJson.read(request.get("enqueue"))));
    }
    study.learn(); // of what others did since
    if (request.has("best")) {
      request.only("best");
      requireOneGoal();
      return best();
    }
    if (request.has("front")) {
      request.only("front");
      return FrontJson.write(study.front().orElseThrow(AskTellSession::oneGoal));
    }
    if (request.has("recommend")) {
      request.only("recommend");
      requireOneGoal();
      return recommend();
    }
    if (request.has("predict")) {
      request.only("predict");
      requireOneGoal();
      return predict(request.get("predict"));
    }
    if (request.has("space")) {
      request.only("space");
      return space();
    }
    if (request.has("forecast")) {
      request.only("forecast");
      return forecast();
    }
    if (request.has("trials")) {
      request.only("trials");
      return trials();
    }
    throw new RefusedException(
        "expected a request with ask, tell, report, observe, enqueue, best, front, recommend, predict, forecast, trials or space but got: "
            + request.shortened());
  }

  /** One trial stands alone, several in an array; what is used up on the way is said beside it. */
  private ObjectNode ask(int count) {
    if (count == 1) {
      Trial trial = study.ask();
      return trial(trial.number(), trial.configuration());
    }
    ObjectNode answer = object();
    ArrayNode trials = answer.putArray("trials");
    try {
      for (int i = 0; i < count; i++) {
        Trial trial = study.ask();
        trials.add(trial(trial.number(), trial.configuration()));
      }
      return answer;
    } catch (NoTrialLeftException e) {
      if (trials.isEmpty()) {
        throw e;
      }
      return none(answer, e);
    }
  }

  /**
   * There is no further trial, which is no mistake of whoever asked: programs end by the reason.
   */
  private static ObjectNode none(ObjectNode answer, NoTrialLeftException e) {
    return e.reason() == NoTrialLeftException.Reason.ENOUGH
        ? answer.put("stop", e.getMessage())
        : answer.put("error", e.getMessage()).put("reason", e.reason().word());
  }

  private ObjectNode tell(Fields request) {
    int number = request.whole("tell", 0, Integer.MAX_VALUE);
    if (request.hasValue("tell")) {
      ResultJson result = ResultJson.read(request, objective());
      study.tell(number, result.value(), result.further());
    } else {
      study.fail(number, request.reason());
    }
    return object().put("ok", true);
  }

  private ObjectNode report(Fields request) {
    int number = request.whole("report", 0, Integer.MAX_VALUE);
    int step = request.whole("step", 1, Integer.MAX_VALUE);
    return object().put("continue", study.report(number, step, request.number("value")));
  }

  private ObjectNode observe(Fields request) {
    Configuration configuration = SettingsJson.read(request.get("observe"));
    if (!request.hasValue("observe")) {
      return object().put("trial", study.observeFailure(configuration, request.reason()));
    }
    ResultJson result = ResultJson.read(request, objective());
    return object().put("trial", study.observe(configuration, result.value(), result.further()));
  }

  private ObjectNode best() {
    return study
        .best()
        .map(best -> result(trial(best.number(), best.configuration()), best))
        .orElseGet(() -> error(noValue()).put("reason", "value"));
  }

  private ObjectNode recommend() {
    return study
        .recommend()
        .map(AskTellSession::recommendation)
        .orElseGet(() -> error(noValue()).put("reason", "value"));
  }

  private static ObjectNode recommendation(Recommendation recommendation) {
    return trial(recommendation.trial(), recommendation.configuration())
        .put("median", recommendation.median())
        .put("low", recommendation.low())
        .put("high", recommendation.high());
  }

  /** What the model expects of some settings, or of several in an array. */
  private ObjectNode predict(JsonNode asked) {
    List<Configuration> points =
        asked.isArray()
            ? asked.valueStream().map(this::configuration).toList()
            : List.of(configuration(asked));
    try (StudyModel model = study.model().orElseThrow(() -> new RefusedException(noValue()))) {
      List<ObjectNode> predicted =
          model.at(points).stream().map(AskTellSession::prediction).toList();
      if (!asked.isArray()) {
        return predicted.get(0);
      }
      ObjectNode answer = object();
      answer.putArray("predictions").addAll(predicted);
      return answer;
    }
  }

  private Configuration configuration(JsonNode settings) {
    try {
      return study.space().require(SettingsJson.read(settings));
    } catch (IllegalArgumentException e) {
      throw new RefusedException(String.valueOf(e.getMessage()));
    }
  }

  private static ObjectNode prediction(Prediction prediction) {
    return object()
        .put("median", prediction.median())
        .put("low", prediction.low())
        .put("high", prediction.high())
        .put("chance", prediction.chance());
  }

  private ObjectNode space() {
    Problem problem = study.problem();
    return SpaceJson.write(
        problem.space(),
        problem.direction(),
        problem.objective(),
        problem.several(),
        problem.limits());
  }

  private ObjectNode forecast() {
    ImprovementForecast forecast =
        study
            .forecast()
            .orElseThrow(
                () ->
                    new RefusedException(
                        "there is no forecast before ten trials have different values, nor without a model"));
    return object()
        .put("chance", forecast.chance(ImprovementForecast.SMALL))
        .put("gain", forecast.gain())
        .put("range", forecast.range());
  }

  private ObjectNode trials() {
    ObjectNode answer = object();
    ArrayNode trials = answer.putArray("trials");
    for (Trial record : study.trials()) {
      ObjectNode trial = trial(record.number(), record.configuration());
      switch (record.state()) {
        case RUNNING -> trial.put("state", "open");
        case COMPLETED -> result(trial.put("state", "done"), record);
        case FAILED -> trial.put("state", "failed").put("failed", record.reason());
        case STOPPED -> trial.put("state", "stopped").put("stopped", record.reason());
      }
      trials.add(trial);
    }
    return answer;
  }

  private String objective() {
    return study.problem().objective();
  }

  private ObjectNode result(ObjectNode node, Trial trial) {
    return new ResultJson(trial.value(), trial.measurements()).addTo(node, objective());
  }

  private static RefusedException oneGoal() {
    return new RefusedException(
        "expected several goals but this study has one; ask for {\"best\":true}");
  }

  private void requireOneGoal() {
    study
        .problem()
        .several()
        .ifPresent(
            goals -> {
              throw new RefusedException(
                  "expected one goal but this study has several (%s); ask for {\"front\":true}"
                      .formatted(goals.words()));
            });
  }

  private String noValue() {
    return NearMiss.of(study.problem(), study.trials())
        .map(NearMiss::words)
        .orElse("there is no trial with a value yet");
  }

  private static ObjectNode trial(int number, Configuration configuration) {
    ObjectNode answer = object().put("trial", number);
    answer.set("params", SettingsJson.write(configuration));
    return answer;
  }

  private static ObjectNode error(String sentence) {
    return object().put("error", sentence);
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }
}
