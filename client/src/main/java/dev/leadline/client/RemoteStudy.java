package dev.leadline.client;

import dev.leadline.client.json.Fields;
import dev.leadline.client.json.ResultJson;
import dev.leadline.client.json.SettingsJson;
import dev.leadline.space.Configuration;
import dev.leadline.space.NoTrialLeftException;
import dev.leadline.space.SpaceExhaustedException;
import dev.leadline.study.AskTell;
import dev.leadline.study.Measurements;
import dev.leadline.study.Recommendation;
import dev.leadline.study.Trial;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A study on a server, used as if it were here.
 *
 * <p>Thread-safe. Trials that were asked for are kept by signs of life from a thread of its own
 * until they have a result or the study is closed. Calls are repeated for a minute while the server
 * does not answer; a result is never told twice. Methods throw {@link ServerException} if the
 * server refuses or stays away.
 */
public final class RemoteStudy implements AskTell {

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration LEASE = Duration.ofSeconds(20);
  private static final Duration LONGEST_ASK = Duration.ofMinutes(5); // waits for its turn

  private final Connection connection;
  private final Connection signs;
  private final Duration patience;
  private final String worker;
  private final String lease = UUID.randomUUID().toString();
  private final Heartbeats heartbeats;
  private volatile String objective = "value";

  private RemoteStudy(URI study, Optional<String> token, String worker, Duration patience) {
    this.connection = new Connection(study, token, PATIENCE, LONGEST_ASK);
    this.signs = new Connection(study, token, Duration.ZERO, patience.dividedBy(12));
    this.patience = patience;
    this.worker = worker;
    this.heartbeats = new Heartbeats(patience, () -> signs.post("/heartbeat", holder().toString()));
  }

  /**
   * Opens a study that is there.
   *
   * @param address of the server and the name of the study, as {@code http://HOST:PORT/NAME}
   * @param token what {@code leadline token create} printed; empty if the server asks for none
   * @param worker who evaluates trials, for people
   */
  public static RemoteStudy open(URI address, Optional<String> token, String worker) {
    return open(address, token, worker, LEASE);
  }

  /**
   * Opens a study that is there; see {@link #open(URI, Optional, String)}.
   *
   * @param patience without a sign of life for so long, rounded up to seconds, its trials go to
   *     others
   */
  public static RemoteStudy open(
      URI address, Optional<String> token, String worker, Duration patience) {
    RemoteStudy study = new RemoteStudy(routes(address), token, worker, patience);
    try {
      study.objective = study.ok(study.connection.get("")).text("objective");
      return study;
    } catch (RuntimeException e) {
      study.heartbeats.close();
      throw e;
    }
  }

  /** What is optimised, as JSON: the content of a space file. */
  public String space() {
    return ok(connection.get("")).get("space").toString();
  }

  /** The number of trials that the study may have; empty if nobody counts. */
  public OptionalInt budget() {
    JsonNode budget = ok(connection.get("")).get("budget");
    return budget.isNull() ? OptionalInt.empty() : OptionalInt.of(budget.intValue());
  }

  /** What tells this client from every other one. */
  public String lease() {
    return lease;
  }

  /** Tells somebody of trials that went to others because the server heard nothing from here. */
  public void onLost(Consumer<Set<Integer>> listener) {
    heartbeats.onLost(listener);
  }

  /**
   * Hands out a trial to be evaluated here.
   *
   * @throws SpaceExhaustedException if no configuration is left to try or none can be found
   * @throws NoTrialLeftException if the budget is used up, or the study is paused or has ended
   */
  @Override
  public Trial ask() {
    heartbeats.asking();
    Connection.Reply reply = connection.post("/ask", holder().toString());
    if (reply.status() == 409 && reply.fields().has("reason")) {
      throw none(reply.fields());
    }
    JsonNode asked = ok(reply).get("trials").get(0);
    int number = asked.get("trial").intValue();
    heartbeats.hold(number);
    return Trial.running(number, SettingsJson.read(asked.get("params")));
  }

  @Override
  public void tell(int trial, double value, Measurements further) {
    Optional<String> unusable = Trial.unusable(value, further);
    ObjectNode body = object().put("trial", trial);
    if (unusable.isPresent()) {
      fail(trial, unusable.get());
    } else {
      result(new ResultJson(value, further).tellIn(body, objective), trial);
    }
  }

  @Override
  public boolean report(int trial, int step, double value) {
    ObjectNode body = object().put("trial", trial).put("step", step).put("value", value);
    boolean goesOn = ok(connection.post("/report", body.toString())).get("continue").booleanValue();
    if (!goesOn) {
      heartbeats.letGo(trial);
    }
    return goesOn;
  }

  /**
   * Passes on what a trial prints, for those who look on; it is sent once, and soon given up.
   *
   * @param place where all of it is, as HOST:DIRECTORY
   * @param start how many characters it printed before
   * @param text 65536 characters at most
   */
  public void print(int trial, String place, int start, String text) {
    ObjectNode body = object().put("lease", lease).put("place", place).put("start", start);
    ok(signs.send("/trials/%d/output".formatted(trial), body.put("text", text).toString()));
  }

  @Override
  public void fail(int trial, String reason) {
    result(object().put("trial", trial).put("failed", ResultJson.reason(reason)), trial);
  }

  @Override
  public int observe(Configuration configuration, double value, Measurements further) {
    ObjectNode body = object();
    body.set("params", SettingsJson.write(configuration));
    Trial.unusable(value, further)
        .ifPresentOrElse(
            reason -> body.put("failed", ResultJson.reason(reason)),
            () -> new ResultJson(value, further).tellIn(body, objective));
    return ok(connection.post("/observe", body.toString())).whole("trial", 0, Integer.MAX_VALUE);
  }

  @Override
  public Optional<Trial> best() {
    Connection.Reply reply = connection.get("/best");
    if (reply.status() == 404 && isThere()) {
      return Optional.empty();
    }
    Fields best = ok(reply);
    return Optional.of(completed(best.whole("trial", 0, Integer.MAX_VALUE), best.node()));
  }

  /** The trials that no other one betters in all goals, where the study has several. */
  public List<Trial> front() {
    return ok(connection.get("/front"))
        .get("trials")
        .valueStream()
        .map(trial -> completed(trial.get("trial").intValue(), trial))
        .toList();
  }

  @Override
  public Optional<Recommendation> recommend() {
    Connection.Reply reply = connection.get("/recommend");
    if (reply.status() == 404 && isThere()) {
      return Optional.empty();
    }
    Fields recommended = ok(reply);
    return Optional.of(
        new Recommendation(
            recommended.whole("trial", 0, Integer.MAX_VALUE),
            SettingsJson.read(recommended.get("params")),
            recommended.number("median"),
            recommended.number("low"),
            recommended.number("high")));
  }

  @Override
  public List<Trial> trials() {
    List<Trial> records = new ArrayList<>();
    for (JsonNode trial : ok(connection.get("/trials")).get("trials")) {
      int number = trial.get("trial").intValue();
      Configuration configuration = SettingsJson.read(trial.get("params"));
      switch (trial.get("state").stringValue()) {
        case "done" -> records.add(completed(number, trial));
        case "failed" ->
            records.add(Trial.failed(number, configuration, trial.get("reason").stringValue()));
        case "stopped" ->
            records.add(
                Trial.stopped(
                    number,
                    configuration,
                    trial.get("expected").doubleValue(),
                    trial.get("reason").stringValue()));
        case "queued", "running" -> records.add(Trial.running(number, configuration));
        default -> {} // deleted
      }
    }
    return records;
  }

  /** Gives trials without a result back, so that others may evaluate them. */
  @Override
  public void close() {
    heartbeats.close();
    if (!heartbeats.isIdle()) {
      ok(connection.post("/release", object().put("lease", lease).toString()));
      heartbeats.letGoOfAll();
    }
  }

  private Trial completed(int number, JsonNode trial) {
    ResultJson result = ResultJson.read(trial, objective);
    Configuration configuration = SettingsJson.read(trial.get("params"));
    return Trial.completed(number, configuration, result.value(), result.further());
  }

  private void result(ObjectNode body, int trial) {
    ok(connection.post("/tell", body.toString()));
    heartbeats.letGo(trial);
  }

  /** This client as the one that a lease belongs to. */
  private ObjectNode holder() {
    return object()
        .put("worker", worker)
        .put("lease", lease)
        .put("leaseSeconds", patience.plusMillis(999).toSeconds()); // never less than the patience
  }

  private boolean isThere() {
    return connection.get("").status() == 200;
  }

  private Fields ok(Connection.Reply reply) {
    if (reply.status() < 300) {
      return reply.fields();
    }
    String detail = reply.fields().optionalText("detail").orElse("status " + reply.status());
    throw new ServerException(reply.status(), "%s: %s".formatted(connection.study(), detail));
  }

  private static RuntimeException none(Fields problem) {
    String reason = problem.text("reason");
    return reason.equals("space")
        ? new SpaceExhaustedException(problem.text("detail"))
        : new NoTrialLeftException(
            NoTrialLeftException.Reason.valueOf(reason.toUpperCase(Locale.ROOT)),
            problem.text("detail"));
  }

  private static URI routes(URI address) {
    String path = String.valueOf(address.getPath());
    if (!List.of("http", "https").contains(String.valueOf(address.getScheme()))
        || !path.matches("(/[^/]+)*/[^/]+")) {
      throw new IllegalArgumentException(
          "expected the address of a server and a study, for example http://127.0.0.1:7070/NAME,"
              + " but got "
              + address);
    }
    int slash = path.lastIndexOf('/');
    return address.resolve(
        path.substring(0, slash) + "/api/v1/studies" + address.getRawPath().substring(slash));
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }
}
