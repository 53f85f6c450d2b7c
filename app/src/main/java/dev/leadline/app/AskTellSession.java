package dev.leadline.app;

import dev.leadline.app.run.TrialValues;
import dev.leadline.space.Configuration;
import dev.leadline.space.SpaceExhaustedException;
import dev.leadline.space.Value;
import dev.leadline.storage.StorageException;
import dev.leadline.storage.StudyFile;
import dev.leadline.study.Study;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialRecord;
import dev.leadline.study.TrialState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** One conversation in JSON lines: every request has an answer, wrong ones too. One thread. */
final class AskTellSession {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();
  private static final int MOST_AT_ONCE = 10_000;

  private final Study study;
  private final Optional<StudyFile> stored;
  private final Deque<TrialRecord> queued = new ArrayDeque<>();

  /**
   * @param stored with the same trials as the study; its open trials are handed out first
   */
  AskTellSession(Study study, Optional<StudyFile> stored) {
    this.study = study;
    this.stored = stored;
    study.trials().stream()
        .filter(trial -> trial.state() == TrialState.RUNNING)
        .forEach(queued::add);
  }

  /**
   * The lines that answer a request.
   *
   * @throws StorageException if the study file cannot be written: there is no point in going on
   */
  List<String> answer(String line) {
    List<ObjectNode> answers = new ArrayList<>();
    try {
      handle(MAPPER.readTree(line), answers);
    } catch (StorageException e) {
      throw e;
    } catch (JacksonException e) {
      answers.add(error("expected one JSON object a line but got: " + shortened(line)));
    } catch (IllegalArgumentException | IllegalStateException e) {
      answers.add(error(String.valueOf(e.getMessage())));
    }
    return answers.stream().map(ObjectNode::toString).toList();
  }

  private void handle(JsonNode request, List<ObjectNode> answers) {
    if (request.has("ask")) {
      only(request, Set.of("ask"));
      ask(whole(request, "ask", 1, MOST_AT_ONCE), answers);
    } else if (request.has("tell")) {
      only(request, Set.of("tell", "value", "failed"));
      answers.add(tell(request));
    } else if (request.has("observe")) {
      only(request, Set.of("observe", "value"));
      answers.add(observe(request));
    } else if (request.has("best")) {
      only(request, Set.of("best"));
      answers.add(best());
    } else {
      throw new IllegalArgumentException(
          "expected a request with ask, tell, observe or best but got: "
              + shortened(request.toString()));
    }
  }

  private void ask(int count, List<ObjectNode> answers) {
    for (int i = 0; i < count; i++) {
      TrialRecord again = queued.poll();
      if (again != null) {
        stored.ifPresent(file -> file.restart(again.number()));
        answers.add(trial(again.number(), again.configuration()));
        continue;
      }
      try {
        Trial trial = study.ask();
        stored.ifPresent(
            file -> file.start(trial.number(), TrialValues.texts(trial.configuration())));
        answers.add(trial(trial.number(), trial.configuration()));
      } catch (SpaceExhaustedException e) {
        answers.add(error(String.valueOf(e.getMessage())));
        return;
      }
    }
  }

  private ObjectNode tell(JsonNode request) {
    int number = whole(request, "tell", 0, Integer.MAX_VALUE);
    if (request.has("value") == request.has("failed")) {
      throw new IllegalArgumentException("expected value or failed with tell, one of the two");
    }
    if (request.has("value")) {
      double value = number(request, "value");
      requireOpen(number);
      stored.ifPresent(file -> file.finish(number, value));
      study.tell(number, value);
    } else {
      String reason = request.get("failed").asString("failed");
      requireOpen(number);
      stored.ifPresent(file -> file.fail(number, reason));
      study.fail(number, reason);
    }
    queued.removeIf(trial -> trial.number() == number);
    return JsonNodeFactory.instance.objectNode().put("ok", true);
  }

  private ObjectNode observe(JsonNode request) {
    JsonNode settings = request.get("observe");
    if (!settings.isObject()) {
      throw new IllegalArgumentException(
          "expected an object of settings with observe but got: " + settings);
    }
    if (!request.has("value")) {
      throw new IllegalArgumentException("expected a value with observe");
    }
    double value = number(request, "value");
    Map<String, Value> values = new LinkedHashMap<>();
    settings.properties().forEach(entry -> values.put(entry.getKey(), value(entry.getValue())));
    Configuration configuration = study.space().conform(Configuration.of(values));
    int number = study.observe(configuration, value);
    stored.ifPresent(file -> file.observe(number, TrialValues.texts(configuration), value));
    return JsonNodeFactory.instance.objectNode().put("trial", number);
  }

  private ObjectNode best() {
    TrialRecord best =
        study
            .best()
            .orElseThrow(() -> new IllegalStateException("there is no trial with a value yet"));
    ObjectNode answer = trial(best.number(), best.configuration());
    return answer.put("value", best.value());
  }

  /** Lets the study complain before the file is written. */
  private void requireOpen(int number) {
    Optional<TrialRecord> trial =
        study.trials().stream().filter(record -> record.number() == number).findFirst();
    if (trial.isEmpty()) {
      throw new IllegalArgumentException(
          "there is no trial %d; ask for one first".formatted(number));
    }
    if (trial.get().state() != TrialState.RUNNING) {
      throw new IllegalStateException("trial %d has its result already".formatted(number));
    }
  }

  private static ObjectNode trial(int number, Configuration configuration) {
    ObjectNode answer = JsonNodeFactory.instance.objectNode().put("trial", number);
    ObjectNode params = answer.putObject("params");
    configuration.values().forEach((name, value) -> put(params, name, value));
    return answer;
  }

  private static void put(ObjectNode params, String name, Value value) {
    if (value instanceof Value.Real real) {
      params.put(name, real.number());
    } else if (value instanceof Value.Whole whole) {
      params.put(name, whole.number());
    } else if (value instanceof Value.Flag flag) {
      params.put(name, flag.on());
    } else {
      params.put(name, value.toString());
    }
  }

  private static Value value(JsonNode node) {
    if (node.isIntegralNumber() && node.canConvertToLong()) {
      return new Value.Whole(node.longValue());
    }
    if (node.isNumber()) {
      return new Value.Real(node.doubleValue());
    }
    if (node.isBoolean()) {
      return new Value.Flag(node.booleanValue());
    }
    if (node.isString()) {
      return new Value.Text(node.stringValue());
    }
    throw new IllegalArgumentException(
        "expected a number, text, true or false as a setting but got: " + node);
  }

  private static int whole(JsonNode request, String key, int least, int most) {
    JsonNode node = request.get(key);
    if (!node.isIntegralNumber()
        || !node.canConvertToInt()
        || node.intValue() < least
        || node.intValue() > most) {
      throw new IllegalArgumentException(
          "expected a whole number of %d to %d with %s but got: %s"
              .formatted(least, most, key, node));
    }
    return node.intValue();
  }

  private static double number(JsonNode request, String key) {
    JsonNode node = request.get(key);
    if (!node.isNumber() || !Double.isFinite(node.doubleValue())) {
      throw new IllegalArgumentException(
          "expected a finite number with %s but got: %s; tell failed instead if there is none"
              .formatted(key, node));
    }
    return node.doubleValue();
  }

  private static void only(JsonNode request, Set<String> known) {
    Set<String> unknown = new TreeSet<>(request.propertyNames());
    unknown.removeAll(known);
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "expected only %s but got also %s".formatted(new TreeSet<>(known), unknown));
    }
  }

  private static ObjectNode error(String sentence) {
    return JsonNodeFactory.instance.objectNode().put("error", sentence);
  }

  private static String shortened(String text) {
    return text.length() <= 80 ? text : text.substring(0, 77) + "...";
  }
}
