package dev.leadline.server.api;

import dev.leadline.client.json.Fields;
import dev.leadline.client.json.ResultJson;
import dev.leadline.client.json.SettingsJson;
import dev.leadline.server.json.StudyDocument;
import dev.leadline.server.open.OpenStudy;
import dev.leadline.server.open.StudyState;
import dev.leadline.server.open.WorkerOutputs;
import dev.leadline.server.route.Answer;
import dev.leadline.server.route.Call;
import dev.leadline.server.route.Status;
import dev.leadline.space.Configuration;
import dev.leadline.space.NoTrialLeftException;
import dev.leadline.storage.Claimant;
import dev.leadline.storage.RefusedException;
import dev.leadline.storage.StoredState;
import dev.leadline.storage.StoredStudy;
import dev.leadline.storage.StoredText;
import dev.leadline.storage.StoredTrial;
import dev.leadline.storage.TrialRow;
import dev.leadline.study.Trial;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What can be done with the trials of a study. */
record TrialActions(StudyActions studies) {

  /* A lease belongs to whoever asks, not to this process: the server can be stopped and started again while a worker works. A
  caller without a lease of its own promises no signs of life, so its trials are kept for an hour. */

  private static final int MOST_AT_ONCE = 100;
  private static final int LONGEST_LEASE = 7 * 24 * 3600;
  private static final Duration SILENT = Duration.ofHours(1);

  private static final Pattern PLACE = Pattern.compile("[^/:\\s]+:\\S.*");

  Answer ask(Call call) {
    Fields fields = call.fields("count", "worker", "lease", "leaseSeconds");
    int count = fields.optionalWhole("count", 1, MOST_AT_ONCE).orElse(1);
    Claimant who = claimant(call, fields);
    OpenStudy open = studies.find(call.study());
    ObjectNode answer = JsonNodeFactory.instance.objectNode().put("lease", who.token());
    answer.put("leaseSeconds", who.patience().toSeconds());
    ArrayNode trials = answer.putArray("trials");
    try {
      for (int i = 0; i < count; i++) {
        Claimant asking = requesting(who, call, i);
        trials.add(asked(open.use(study -> study.as(asking).ask())));
      }
    } catch (NoTrialLeftException e) {
      if (trials.isEmpty()) {
        throw Status.CONFLICT
            .problem(String.valueOf(e.getMessage()))
            .with("reason", e.reason().word());
      }
    }
    return Answer.of(answer);
  }

  /** Takes a result; one that is told again is no conflict. */
  Answer tell(Call call) {
    Fields fields = call.fields("trial", "value", "values", "failed");
    int number = fields.whole("trial", 0, Integer.MAX_VALUE);
    OpenStudy open = studies.find(call.study());
    if (fields.hasValue("tell")) {
      ResultJson result = ResultJson.read(fields, open.use(StoredStudy::problem).objective());
      return step(
          open,
          number,
          study -> study.told(number, result.value(), result.further()),
          trial -> isTold(trial, result));
    }
    String reason = text(fields, "failed");
    return step(
        open,
        number,
        study -> study.failed(number, reason),
        trial -> trial.state() == StoredState.FAILED && trial.reasonOrEmpty().equals(reason));
  }

  /** Takes the value of a trial after one of its steps, and says whether it goes on. */
  Answer report(Call call) {
    Fields fields = call.fields("trial", "step", "value");
    int number = fields.whole("trial", 0, Integer.MAX_VALUE);
    int step = fields.whole("step", 1, Integer.MAX_VALUE);
    double value = fields.number("value");
    OpenStudy open = studies.find(call.study());
    try {
      boolean goesOn = open.use(study -> study.report(number, step, value));
      return Answer.of(JsonNodeFactory.instance.objectNode().put("continue", goesOn));
    } catch (RefusedException e) {
      require(open.look(), number);
      throw Status.CONFLICT.problem(String.valueOf(e.getMessage()));
    }
  }

  Answer observe(Call call) {
    Fields fields = call.fields("params", "value", "values", "failed");
    Configuration configuration = SettingsJson.read(fields.get("params"));
    OpenStudy open = studies.find(call.study());
    int number;
    if (fields.hasValue("observe")) {
      ResultJson result = ResultJson.read(fields, open.use(StoredStudy::problem).objective());
      number =
          open.use(
              study -> seen(study, call).observe(configuration, result.value(), result.further()));
    } else {
      String reason = text(fields, "failed");
      number = open.use(study -> seen(study, call).observeFailure(configuration, reason));
    }
    StudyState state = open.look();
    return Answer.of(Status.CREATED, StudyDocument.trial(state.problem(), require(state, number)));
  }

  Answer heartbeat(Call call) {
    Fields fields = call.fields("lease", "leaseSeconds", "worker");
    fields.text("lease");
    OpenStudy open = studies.find(call.study());
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    ArrayNode held = answer.putArray("held");
    open.store().renew(claimant(call, fields)).stream().sorted().forEach(held::add);
    return Answer.of(answer);
  }

  Answer release(Call call) {
    Fields fields = call.fields("lease");
    fields.text("lease");
    studies.find(call.study()).store().release(claimant(call, fields));
    return Answer.nothing();
  }

  /** Takes what a trial prints on the machine of the worker that has it. */
  Answer print(Call call) {
    Fields fields = call.fields("lease", "place", "start", "text");
    String lease = fields.text("lease");
    String place = text(fields, "place");
    int start = fields.whole("start", 0, Integer.MAX_VALUE);
    String text = fields.text("text");
    if (!PLACE.matcher(place).matches() || text.length() > WorkerOutputs.MOST) {
      throw new IllegalArgumentException(
          "expected a place HOST:DIRECTORY and at most %d characters of text but got '%s' and %d"
              .formatted(WorkerOutputs.MOST, place, text.length()));
    }
    OpenStudy open = studies.find(call.study());
    TrialRow row = require(open.look(), call.trial());
    boolean isHeld =
        row.trial().state() == StoredState.RUNNING
            && row.lease().filter(held -> held.token().equals(lease)).isPresent();
    if (!isHeld) {
      throw Status.CONFLICT.problem(
          "expected a trial that this lease holds but it holds another one or none");
    }
    open.print(row.trial(), place, start, text);
    return Answer.nothing();
  }

  Answer retry(Call call) {
    call.fields();
    int number = call.trial();
    return step(studies.find(call.study()), number, study -> study.retry(number), trial -> false);
  }

  Answer delete(Call call) {
    Fields fields = call.fields("reason");
    String reason = fields.has("reason") ? text(fields, "reason") : "deleted";
    int number = call.trial();
    return step(
        studies.find(call.study()), number, study -> study.delete(number, reason), trial -> false);
  }

  Answer all(Call call) {
    StudyState state = studies.look(call.study());
    ObjectNode answer = JsonNodeFactory.instance.objectNode().put("change", state.change());
    answer.set("trials", StudyDocument.trials(state, call.since().orElse(-1)));
    return Answer.of(answer);
  }

  Answer show(Call call) {
    OpenStudy open = studies.find(call.study());
    StudyState state = open.look();
    TrialRow trial = require(state, call.trial());
    ObjectNode answer = StudyDocument.trial(state.problem(), trial);
    if (trial.trial().state() == StoredState.RUNNING) {
      open.lease(trial.number())
          .ifPresent(lease -> answer.put("leaseUntil", lease.until().toString()));
    }
    return Answer.of(answer);
  }

  /** The study for a call that adds something to it, once. */
  private static StoredStudy seen(StoredStudy study, Call call) {
    return study.as(requesting(study.store().self(), call, 0));
  }

  /** A call that is repeated after this server was started again gets what it got before. */
  private static Claimant requesting(Claimant who, Call call, int index) {
    return call.key().map(key -> who.requesting(key + "/" + index)).orElse(who);
  }

  private static boolean isTold(StoredTrial trial, ResultJson result) {
    return trial.state() == StoredState.DONE
        && trial.valueOrNaN() == result.value()
        && trial.measurements().equals(result.further());
  }

  /**
   * Lets a trial take a step and answers with it; a step that it has taken already is no conflict.
   */
  private static Answer step(
      OpenStudy open,
      int number,
      Function<StoredStudy, TrialRow> work,
      Predicate<StoredTrial> same) {
    TrialRow after;
    try {
      after = open.use(work);
    } catch (RefusedException e) {
      after = require(open.look(), number);
      if (!same.test(after.trial())) {
        throw Status.CONFLICT.problem(String.valueOf(e.getMessage()));
      }
    }
    return Answer.of(StudyDocument.trial(open.use(StoredStudy::problem), after));
  }

  private static TrialRow require(StudyState state, int number) {
    return state
        .row(number)
        .orElseThrow(
            () ->
                Status.NOT_FOUND.problem(
                    "there is no trial %d; check the number".formatted(number)));
  }

  private static Claimant claimant(Call call, Fields fields) {
    Optional<String> lease = fields.optionalText("lease");
    lease.ifPresent(TrialActions::requireLease);
    Duration usual = lease.isPresent() ? Claimant.USUAL_PATIENCE : SILENT;
    int seconds =
        fields
            .optionalWhole("leaseSeconds", 1, LONGEST_LEASE)
            .orElse(Math.toIntExact(usual.toSeconds()));
    String worker =
        fields.has("worker")
            ? text(fields, "worker")
            : call.caller().token().map(token -> token.name()).orElse("somebody");
    return new Claimant(
        lease.or(call::key).orElseGet(() -> UUID.randomUUID().toString()),
        worker,
        Duration.ofSeconds(seconds));
  }

  /** A lease is a secret between a client and the server: others must not hit on it. */
  private static void requireLease(String lease) {
    if (!lease.matches("[A-Za-z0-9._-]{16,100}")) {
      throw new IllegalArgumentException(
          "expected a lease of 16 to 100 letters, digits, dots, dashes and underscores but got '%s'"
              .formatted(lease));
    }
  }

  private static String text(Fields fields, String key) {
    String text = StoredText.of(fields.text(key).strip());
    if (text.isEmpty() || text.length() > ResultJson.LONGEST_TEXT) {
      throw new IllegalArgumentException(
          "expected 1 to %d characters with %s but got %d"
              .formatted(ResultJson.LONGEST_TEXT, key, text.length()));
    }
    return text;
  }

  private static ObjectNode asked(Trial trial) {
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("trial", trial.number());
    node.set("params", SettingsJson.write(trial.configuration()));
    return node;
  }
}
