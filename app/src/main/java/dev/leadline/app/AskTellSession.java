package dev.leadline.app;

import dev.leadline.space.Configuration;
import dev.leadline.space.SpaceExhaustedException;
import dev.leadline.space.Value;
import dev.leadline.storage.BudgetSpentException;
import dev.leadline.storage.RefusedException;
import dev.leadline.storage.StorageException;
import dev.leadline.storage.StoredStudy;
import dev.leadline.study.Recommendation;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialRecord;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** One conversation in JSON lines: every line has an answer of one line, wrong ones too. */
final class AskTellSession {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();
  private static final int MOST_AT_ONCE = 10_000;

  private final StoredStudy study;

  AskTellSession(StoredStudy study) {
    this.study = study;
  }

  /**
   * The line that answers a line.
   *
   * @throws StorageException if the study cannot be written: there is no point in going on
   */
  String answer(String line) {
    try {
      return handle(MAPPER.readTree(line)).toString();
    } catch (JacksonException e) {
      return error("expected one JSON object a line but got: " + shortened(line)).toString();
    } catch (RefusedException | SpaceExhaustedException | BudgetSpentException e) {
      return error(String.valueOf(e.getMessage())).toString();
    }
  }

  /** The last line of a conversation that a defect of leadline ends. */
  static String defect(RuntimeException e) {
    return error("a defect in leadline itself, which ends here: " + e).toString();
  }

  private ObjectNode handle(JsonNode request) {
    if (request.has("ask")) {
      only(request, Set.of("ask"));
      return ask(whole(request, "ask", 1, MOST_AT_ONCE));
    }
    if (request.has("tell")) {
      only(request, Set.of("tell", "value", "failed"));
      return tell(request);
    }
    if (request.has("observe")) {
      only(request, Set.of("observe", "value", "failed"));
      return observe(request);
    }
    if (request.has("best")) {
      only(request, Set.of("best"));
      return best();
    }
    if (request.has("recommend")) {
      only(request, Set.of("recommend"));
      return recommend();
    }
    if (request.has("trials")) {
      only(request, Set.of("trials"));
      return trials();
    }
    throw new RefusedException(
        "expected a request with ask, tell, observe, best, recommend or trials but got: "
            + shortened(request.isMissingNode() ? "a blank line" : request.toString()));
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
    } catch (SpaceExhaustedException | BudgetSpentException e) {
      if (trials.isEmpty()) {
        throw e;
      }
      return answer.put("error", e.getMessage());
    }
  }

  private ObjectNode tell(JsonNode request) {
    int number = whole(request, "tell", 0, Integer.MAX_VALUE);
    if (valueOrFailed(request, "tell")) {
      study.tell(number, number(request, "value"));
    } else {
      study.fail(number, reason(request));
    }
    return object().put("ok", true);
  }

  private ObjectNode observe(JsonNode request) {
    JsonNode settings = request.get("observe");
    if (!settings.isObject()) {
      throw new RefusedException(
          "expected an object of settings with observe but got: " + settings);
    }
    Map<String, Value> values = new LinkedHashMap<>();
    settings.properties().forEach(entry -> values.put(entry.getKey(), value(entry.getValue())));
    Configuration configuration = Configuration.of(values);
    int number =
        valueOrFailed(request, "observe")
            ? study.observe(configuration, number(request, "value"))
            : study.observeFailure(configuration, reason(request));
    return object().put("trial", number);
  }

  private ObjectNode best() {
    TrialRecord best = study.best().orElseThrow(AskTellSession::noValue);
    return trial(best.number(), best.configuration()).put("value", best.value());
  }

  private ObjectNode recommend() {
    Recommendation advice = study.recommend().orElseThrow(AskTellSession::noValue);
    return trial(advice.trial(), advice.configuration())
        .put("median", advice.median())
        .put("low", advice.low())
        .put("high", advice.high());
  }

  private ObjectNode trials() {
    ObjectNode answer = object();
    ArrayNode trials = answer.putArray("trials");
    for (TrialRecord record : study.trials()) {
      ObjectNode trial = trial(record.number(), record.configuration());
      switch (record.state()) {
        case RUNNING -> trial.put("state", "open");
        case COMPLETED -> trial.put("state", "done").put("value", record.value());
        case FAILED -> trial.put("state", "failed").put("failed", record.reason());
      }
      trials.add(trial);
    }
    return answer;
  }

  private static RefusedException noValue() {
    return new RefusedException("there is no trial with a value yet");
  }

  private static ObjectNode trial(int number, Configuration configuration) {
    ObjectNode answer = object().put("trial", number);
    ObjectNode params = answer.putObject("params");
    configuration.values().forEach((name, value) -> JsonValues.put(params, name, value));
    return answer;
  }

  private static Value value(JsonNode node) {
    if (node.isIntegralNumber() && node.canConvertToLong()) {
      return new Value.Whole(node.longValue());
    }
    if (node.isNumber() && Double.isFinite(node.doubleValue())) {
      return new Value.Real(node.doubleValue());
    }
    if (node.isBoolean()) {
      return new Value.Flag(node.booleanValue());
    }
    if (node.isString()) {
      return new Value.Text(node.stringValue());
    }
    throw new RefusedException(
        "expected a finite number, text, true or false as a setting but got: " + node);
  }

  /** Whether there is a value; refuses neither and both. */
  private static boolean valueOrFailed(JsonNode request, String key) {
    if (request.has("value") == request.has("failed")) {
      throw new RefusedException(
          "expected a value or failed with %s, one of the two".formatted(key));
    }
    return request.has("value");
  }

  private static String reason(JsonNode request) {
    return request.get("failed").asString("failed");
  }

  private static int whole(JsonNode request, String key, int least, int most) {
    JsonNode node = request.get(key);
    if (!node.isIntegralNumber()
        || !node.canConvertToInt()
        || node.intValue() < least
        || node.intValue() > most) {
      throw new RefusedException(
          "expected a whole number of %d to %d with %s but got: %s"
              .formatted(least, most, key, node));
    }
    return node.intValue();
  }

  private static double number(JsonNode request, String key) {
    JsonNode node = request.get(key);
    if (!node.isNumber() || !Double.isFinite(node.doubleValue())) {
      throw new RefusedException(
          "expected a finite number with %s but got: %s; tell failed instead if there is none"
              .formatted(key, node));
    }
    return node.doubleValue();
  }

  private static void only(JsonNode request, Set<String> known) {
    Set<String> unknown = new TreeSet<>(request.propertyNames());
    unknown.removeAll(known);
    if (!unknown.isEmpty()) {
      throw new RefusedException(
          "expected only %s but got also %s".formatted(new TreeSet<>(known), unknown));
    }
  }

  private static ObjectNode error(String sentence) {
    return object().put("error", sentence);
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static String shortened(String text) {
    return text.length() <= 80 ? text : text.substring(0, 77) + "...";
  }
}
