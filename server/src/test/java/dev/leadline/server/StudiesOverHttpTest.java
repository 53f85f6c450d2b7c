package dev.leadline.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.server.RunningServer.Reply;
import dev.leadline.space.Space;
import dev.leadline.storage.StudyHeader;
import dev.leadline.storage.StudySetup;
import dev.leadline.study.Strategies;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class StudiesOverHttpTest {

  private static RunningServer server;

  @BeforeAll
  static void start() {
    server = RunningServer.open();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void study_isCreatedAskedAndTold() {
    Reply created =
        server.post(
            "/api/v1/studies",
            """
            {"name":"tune","space":{"maximize":"speed","parameters":[{"name":"x","real":[0,1]},{"name":"heap","integer":[256,4096],"scale":"log"},{"name":"gc","choice":["g1","z"]}],"require":["x <= 0.9"]},"trials":3,"seed":7,"strategy":"committee"}\
            """);
    assertThat(created.status()).isEqualTo(201);
    assertThat(created.json().get("budget").intValue()).isEqualTo(3);
    assertThat(created.json().get("goal").stringValue()).isEqualTo("maximise");
    assertThat(created.json().get("space").get("require").get(0).stringValue())
        .isEqualTo("x <= 0.9");

    Reply asked = server.post("/api/v1/studies/tune/ask", "{\"count\":2}");
    assertThat(asked.status()).isEqualTo(200);
    JsonNode trials = asked.json().get("trials");
    assertThat(trials.size()).isEqualTo(2);
    assertThat(trials.get(0).get("trial").intValue()).isZero();
    assertThat(trials.get(0).get("params").propertyNames()).containsExactly("x", "heap", "gc");

    assertThat(server.post("/api/v1/studies/tune/tell", "{\"trial\":0,\"value\":1.5}").status())
        .isEqualTo(200);
    Reply failed = server.post("/api/v1/studies/tune/tell", "{\"trial\":1,\"failed\":\"oom\"}");
    assertThat(failed.json().get("state").stringValue()).isEqualTo("failed");
    assertThat(server.get("/api/v1/studies/tune/best").json().get("value").doubleValue())
        .isEqualTo(1.5);
    Reply all = server.get("/api/v1/studies/tune/trials");
    assertThat(all.json().get("trials").size()).isEqualTo(2);
    assertThat(server.get("/api/v1/studies/tune").json().get("counts").toString())
        .isEqualTo(
            "{\"queued\":0,\"running\":0,\"done\":1,\"failed\":1,\"stopped\":0,\"deleted\":0}");
  }

  @Test
  void strategies_thatAreDescribedAreThoseThatThereAre() {
    JsonNode schemas =
        JsonMapper.shared()
            .readTree(
                StudiesOverHttpTest.class.getResourceAsStream("/dev/leadline/server/schemas.json"));
    assertThat(schemas.at("/NewStudy/properties/strategy/enum").valueStream())
        .extracting(JsonNode::asString)
        .isEqualTo(Strategies.names());
  }

  @Test
  void study_learnsFromOthersOfItsServer() {
    String space = "{\"parameters\":[{\"name\":\"x\",\"real\":[0,1]}]}";
    server.post("/api/v1/studies", "{\"name\":\"nightly\",\"space\":%s}".formatted(space));
    server.post("/api/v1/studies/nightly/observe", "{\"params\":{\"x\":0.25},\"value\":3}");
    String create = "{\"name\":\"canary\",\"space\":%s,\"related\":[\"%s\"]}";
    Reply created = server.post("/api/v1/studies", create.formatted(space, "nightly"));
    assertThat(created.status()).isEqualTo(201);
    assertThat(server.get("/api/v1/studies/canary").json().get("related").toString())
        .isEqualTo(
            "[{\"name\":\"nightly\",\"matched\":\"nightly: 1 trial by x\",\"observations\":1}]");
    Reply none = server.post("/api/v1/studies", create.formatted(space, "none"));
    assertThat(none.status()).isEqualTo(422);
    assertThat(none.json().get("detail").stringValue()).contains("there is no study 'none' here");
    Reply other =
        server.post("/api/v1/studies", create.formatted(space.replace("x", "y"), "nightly"));
    assertThat(other.json().get("detail").stringValue())
        .contains("expected an earlier study with an input of this one but 'nightly' has x");
  }

  @Test
  void methodThatAPathDoesNotHave_isAnsweredWithThoseThatItHas() throws Exception {
    HttpRequest.Builder put =
        HttpRequest.newBuilder(server.uri("/api/v1/me")).PUT(HttpRequest.BodyPublishers.noBody());
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(put.build(), HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(405);
    assertThat(answer.headers().firstValue("Allow")).hasValue("GET");
  }

  @Test
  void budget_isKeptAndCanBeChanged() {
    server.create("small", 2);
    assertThat(
            server.post("/api/v1/studies/small/ask", "{\"count\":5}").json().get("trials").size())
        .isEqualTo(2);
    Reply none = server.post("/api/v1/studies/small/ask", "{}");
    assertThat(none.status()).isEqualTo(409);
    assertThat(none.json().get("reason").stringValue()).isEqualTo("budget");
    assertThat(server.call("PATCH", "/api/v1/studies/small", "{\"trials\":3}", null).status())
        .isEqualTo(200);
    assertThat(server.post("/api/v1/studies/small/ask", "{}").status()).isEqualTo(200);
  }

  @Test
  void state_saysWhetherSomebodyWorks() {
    server.create("states", 1);
    assertThat(state("states")).isEqualTo("waiting");
    server.post("/api/v1/studies/states/ask", "{}");
    assertThat(state("states")).isEqualTo("running");
    server.post("/api/v1/studies/states/tell", "{\"trial\":0,\"value\":1}");
    assertThat(state("states")).isEqualTo("finished");
    server.post("/api/v1/studies/states/end", "{}");
    assertThat(state("states")).isEqualTo("ended");
  }

  private static String state(String study) {
    return server.get("/api/v1/studies/" + study).json().get("state").stringValue();
  }

  /** Nobody asks, and yet it is seen that nobody works on the trial any more. */
  @Test
  void trialOfADeadWorker_isQueuedAgain() throws Exception {
    server.create("left", 1);
    server.post("/api/v1/studies/left/ask", "{\"leaseSeconds\":1}");
    JsonNode trial = server.get("/api/v1/studies/left/trials/0").json();
    assertThat(trial.get("state").stringValue()).isEqualTo("running");
    assertThat(Instant.parse(trial.get("leaseUntil").stringValue()))
        .isBefore(Instant.now().plusSeconds(2));
    for (int i = 0; i < 100 && !state("left").equals("waiting"); i++) {
      Thread.sleep(50);
    }
    assertThat(server.get("/api/v1/studies/left/trials/0").json().get("state").stringValue())
        .isEqualTo("queued");
  }

  @Test
  void leaseOfAWorker_isShortByDefault() {
    server.create("short", 1);
    Reply asked = server.post("/api/v1/studies/short/ask", "{\"lease\":\"0123456789abcdef\"}");
    assertThat(asked.json().get("leaseSeconds").intValue()).isEqualTo(20);
  }

  @Test
  void nulInTheNameOfAMetric_isRefused() {
    server.create("nul", 1);
    server.post("/api/v1/studies/nul/ask", "{}");
    String values = "{\"loss\":1,\"a\\u0000b\":2}";
    Reply told =
        server.post("/api/v1/studies/nul/tell", "{\"trial\":0,\"values\":%s}".formatted(values));
    assertThat(told.status()).isEqualTo(400);
    assertThat(told.json().get("detail").stringValue()).contains("without NUL");
  }

  @Test
  void phases_letNoTrialsOut() {
    server.create("phases", 9);
    server.post("/api/v1/studies/phases/pause", "{}");
    Reply paused = server.post("/api/v1/studies/phases/ask", "{}");
    assertThat(paused.json().get("reason").stringValue()).isEqualTo("paused");
    server.post("/api/v1/studies/phases/resume", "{}");
    assertThat(server.post("/api/v1/studies/phases/ask", "{}").status()).isEqualTo(200);
    Reply ended = server.post("/api/v1/studies/phases/end", "{}");
    assertThat(ended.json().get("state").stringValue()).isEqualTo("ended");
    assertThat(server.post("/api/v1/studies/phases/ask", "{}").json().get("reason").stringValue())
        .isEqualTo("ended");
    assertThat(server.post("/api/v1/studies/phases/tell", "{\"trial\":0,\"value\":1}").status())
        .isEqualTo(200);
  }

  @Test
  void tell_mayBeRepeatedButNotChanged() {
    server.create("again", 9);
    server.post("/api/v1/studies/again/ask", "{}");
    String told = "{\"trial\":0,\"value\":1.5}";
    assertThat(server.post("/api/v1/studies/again/tell", told).status()).isEqualTo(200);
    assertThat(server.post("/api/v1/studies/again/tell", told).status()).isEqualTo(200);
    Reply other = server.post("/api/v1/studies/again/tell", "{\"trial\":0,\"value\":2}");
    assertThat(other.status()).isEqualTo(409);
    assertThat(other.json().get("detail").stringValue()).contains("has its result already");
  }

  @Test
  void idempotencyKey_givesTheSameAnswerAgain() {
    server.create("keys", 9);
    HttpRequest.Builder ask =
        HttpRequest.newBuilder(server.uri("/api/v1/studies/keys/ask"))
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", "ask-1")
            .POST(HttpRequest.BodyPublishers.ofString("{}"));
    Reply first = server.send(ask);
    Reply second = server.send(ask);
    assertThat(second.json()).isEqualTo(first.json());
    assertThat(second.raw().headers().firstValue("Idempotency-Replayed")).contains("true");
    Reply other = server.send(ask.POST(HttpRequest.BodyPublishers.ofString("{\"count\":2}")));
    assertThat(other.status()).isEqualTo(422);
    assertThat(server.studies.read("keys").trials()).hasSize(1);
  }

  @Test
  void lease_isKeptByHeartbeatsAndGivenBack() {
    server.create("leases", 9);
    Reply asked =
        server.post(
            "/api/v1/studies/leases/ask",
            "{\"worker\":\"gpu-3\",\"lease\":\"0123456789abcdef\",\"leaseSeconds\":30}");
    assertThat(asked.json().get("leaseSeconds").intValue()).isEqualTo(30);
    String lease = "{\"lease\":\"0123456789abcdef\"}";
    Reply held = server.post("/api/v1/studies/leases/heartbeat", lease);
    assertThat(held.json()).hasToString("{\"held\":[0]}");
    JsonNode trial = server.get("/api/v1/studies/leases/trials/0").json();
    assertThat(trial.get("worker").stringValue()).isEqualTo("gpu-3");
    assertThat(server.post("/api/v1/studies/leases/release", lease).status()).isEqualTo(204);
    assertThat(server.get("/api/v1/studies/leases/trials/0").json().get("state").stringValue())
        .isEqualTo("queued");
    assertThat(
            server
                .post("/api/v1/studies/leases/ask", "{}")
                .json()
                .get("trials")
                .get(0)
                .get("trial"))
        .hasToString("0");
  }

  @Test
  void observe_retryAndDelete_changeTrials() {
    server.create("hand", 9);
    Reply seen =
        server.post(
            "/api/v1/studies/hand/observe", "{\"params\":{\"x\":0.25,\"n\":3},\"value\":0.5}");
    assertThat(seen.status()).isEqualTo(201);
    assertThat(seen.json().get("trial").intValue()).isZero();
    server.post(
        "/api/v1/studies/hand/observe", "{\"params\":{\"x\":0.5,\"n\":3},\"failed\":\"no\"}");
    assertThat(server.post("/api/v1/studies/hand/trials/1/retry", "{}").json().get("state"))
        .hasToString("\"queued\"");
    assertThat(server.post("/api/v1/studies/hand/trials/0/retry", "{}").status()).isEqualTo(409);
    Reply deleted = server.call("DELETE", "/api/v1/studies/hand/trials/0", null, null);
    assertThat(deleted.json().get("state").stringValue()).isEqualTo("deleted");
    assertThat(server.get("/api/v1/studies/hand/best").status()).isEqualTo(404);
  }

  @Test
  void delete_takesTheStudyAway() {
    server.create("gone", 2);
    assertThat(server.call("DELETE", "/api/v1/studies/gone", null, null).status()).isEqualTo(204);
    assertThat(server.get("/api/v1/studies/gone").status()).isEqualTo(404);
    assertThat(server.post("/api/v1/studies/gone/ask", "{}").status()).isEqualTo(404);
    server.create("gone", 2);
    assertThat(server.post("/api/v1/studies/gone/ask", "{}").status()).isEqualTo(200);
  }

  @Test
  void deletedStudy_isHadBackWithinADay() {
    server.create("undone", 2);
    server.post("/api/v1/studies/undone/ask", "{}");
    server.call("DELETE", "/api/v1/studies/undone", null, null);
    JsonNode deleted = server.get("/api/v1/deleted").json().get("deleted");
    String id =
        deleted
            .valueStream()
            .filter(study -> study.get("name").stringValue().equals("undone"))
            .map(study -> study.get("id").stringValue())
            .findFirst()
            .orElseThrow();
    assertThat(server.get("/api/v1/studies/" + id).status()).isEqualTo(404);
    assertThat(server.post("/api/v1/deleted/" + id + "/restore", "{}").status()).isEqualTo(200);
    assertThat(server.get("/api/v1/studies/undone/trials").json().get("trials")).hasSize(1);
    assertThat(server.post("/api/v1/deleted/" + id + "/restore", "{}").status()).isEqualTo(404);
  }

  @Test
  void study_isTaggedNotedAndRenamed() {
    server.create("first", 3);
    String path = "/api/v1/studies/first";
    Reply changed =
        server.call(
            "PATCH", path, "{\"tags\":[\"gc\",\"prod\",\"gc\"],\"notes\":\"**why** é\"}", null);
    assertThat(changed.json().get("tags").toString()).isEqualTo("[\"gc\",\"prod\"]");
    assertThat(server.get(path).json().get("notes").stringValue()).isEqualTo("**why** é");
    assertThat(server.call("PATCH", path, "{}", null).status()).isEqualTo(400);
    assertThat(server.call("PATCH", path, "{\"tags\":[\"a\\nb\"]}", null).status()).isEqualTo(400);
    server.post(path + "/ask", "{}");
    Reply busy = server.call("PATCH", path, "{\"name\":\"second\"}", null);
    assertThat(busy.status()).isEqualTo(409);
    assertThat(busy.json().get("detail").stringValue()).contains("1 trials are running");
    server.post(path + "/tell", "{\"trial\":0,\"value\":2.5}");
    Reply noted = server.call("PATCH", path, "{\"trialNotes\":{\"0\":\"odd\\nvalue\"}}", null);
    assertThat(noted.json().get("trialNotes").get("0").stringValue()).isEqualTo("odd\nvalue");
    assertThat(server.call("PATCH", path, "{\"trialNotes\":{\"7\":\"\"}}", null).status())
        .isEqualTo(400);
    Reply renamed = server.call("PATCH", path, "{\"name\":\"second\"}", null);
    assertThat(renamed.json().get("name").stringValue()).isEqualTo("second");
    assertThat(server.get(path).status()).isEqualTo(404);
    JsonNode listed =
        server
            .get("/api/v1/studies")
            .json()
            .get("studies")
            .valueStream()
            .filter(study -> study.get("name").stringValue().equals("second"))
            .findFirst()
            .orElseThrow();
    assertThat(listed.get("tags")).hasSize(2);
    assertThat(listed.get("trend").toString()).isEqualTo("[2.5]");
  }

  @Test
  void spaceAsText_isRefusedAtItsLine() {
    String good = "minimise: loss\\nparameters:\\n  - {name: x, real: [0, 1]}\\n";
    String body = "{\"name\":\"yaml\",\"space\":\"%s\"}";
    assertThat(server.post("/api/v1/studies", body.formatted(good)).status()).isEqualTo(201);
    Reply bad = server.post("/api/v1/studies", body.formatted(good.replace("real", "reel")));
    assertThat(bad.status()).isEqualTo(422);
    assertThat(bad.json().get("detail").stringValue()).startsWith("space:3: ");
  }

  @Test
  void model_saysWhatItExpects() {
    server.create("model", 20);
    for (int i = 0; i < 6; i++) {
      String body = "{\"params\":{\"x\":%s,\"n\":3},\"value\":%s}";
      server.post("/api/v1/studies/model/observe", body.formatted(i / 6.0, i * i / 36.0));
    }
    Reply posterior =
        server.post(
            "/api/v1/studies/model/posterior",
            "{\"points\":[{\"x\":0.25,\"n\":3},{\"x\":1,\"n\":3}]}");
    assertThat(posterior.status()).isEqualTo(200);
    JsonNode predictions = posterior.json().get("predictions");
    assertThat(predictions.get(0).get("median").doubleValue())
        .isLessThan(predictions.get(1).get("low").doubleValue());
    Reply recommended = server.get("/api/v1/studies/model/recommend");
    assertThat(recommended.json().get("trial").intValue()).isZero();
  }

  @Test
  void export_holdsEverything() {
    server.create("whole", 5);
    server.post("/api/v1/studies/whole/observe", "{\"params\":{\"x\":0.5,\"n\":3},\"value\":1.5}");
    assertThat(server.get("/api/v1/studies/whole/export.csv").raw().body())
        .startsWith(".trial,.state,.value,x,n,.reason,")
        .contains("\r\n0,done,1.5,0.5,3,,");
    JsonNode all = server.get("/api/v1/studies/whole/export.json").json();
    assertThat(all.get("best").get("value").doubleValue()).isEqualTo(1.5);
    assertThat(server.get("/api/v1/studies/whole/trials/0/output").status()).isEqualTo(404);
    String chosen = server.get("/api/v1/studies/whole/export.csv?trials=0,99").raw().body();
    assertThat(chosen.lines()).hasSize(2).last().asString().startsWith("0,");
    assertThat(server.get("/api/v1/studies/whole/export.csv?trials=a").status()).isEqualTo(400);
  }

  @Test
  void view_isWhatThePageShows() {
    server.create("seen", 5);
    server.post("/api/v1/studies/seen/observe", "{\"params\":{\"x\":0.5,\"n\":3},\"value\":1.5}");
    server.post("/api/v1/studies/seen/observe", "{\"params\":{\"x\":0.7,\"n\":3},\"value\":2}");
    assertThat(server.get("/api/v1/studies/seen/view").status()).isEqualTo(200);
    assertThat(server.get("/api/v1/studies/seen/view/contour?x=x&y=n").status()).isEqualTo(200);
    assertThat(server.get("/api/v1/studies/seen/view/contour?x=x&y=z").status()).isEqualTo(422);
    Reply page = server.get("/");
    assertThat(page.raw().headers().firstValue("Content-Type").orElseThrow())
        .startsWith("text/html");
    assertThat(page.raw().headers().firstValue("ETag")).isPresent();
  }

  @Test
  void server_saysThatItLivesAndWhatItCounts() {
    server.create("counted", 5);
    server.post("/api/v1/studies/counted/ask", "{\"count\":2}");
    assertThat(server.get("/health").json()).hasToString("{\"status\":\"ok\"}");
    assertThat(server.get("/ready").json()).hasToString("{\"status\":\"ready\"}");
    assertThat(server.get("/metrics").raw().body())
        .contains("leadline_trials_waiting{study=\"counted\"} 3.0")
        .contains("leadline_trials_running{study=\"counted\"} 2.0")
        .contains(
            "leadline_http_requests_seconds_count{method=\"POST\",route=\"/api/v1/studies/{name}/ask\"")
        .contains("jvm_memory_used_bytes");
  }

  @Test
  void audit_saysWhoChangedTheStudy() {
    server.create("watched", 5);
    server.post("/api/v1/studies/watched/ask", "{}");
    server.post("/api/v1/studies/watched/tell", "{\"trial\":0,\"failed\":\"oom\"}");
    server.post("/api/v1/studies/watched/trials/0/retry", "{}");
    server.post("/api/v1/studies/watched/pause", "{}");
    server.call("PATCH", "/api/v1/studies/watched", "{\"trials\":0}", null);
    server.call("PATCH", "/api/v1/studies/watched", "{\"trials\":9}", null);
    JsonNode changes = server.get("/api/v1/studies/watched/audit").json().get("changes");
    assertThat(changes.valueStream().map(change -> change.get("what").stringValue()))
        .containsExactly("POST", "POST /trials/0/retry", "POST /pause", "PATCH");
    assertThat(changes.get(2).get("who").stringValue()).isEqualTo("local");
    assertThat(changes.get(2).get("from").stringValue()).isEqualTo("127.0.0.1");
    assertThat(Instant.parse(changes.get(3).get("time").stringValue()))
        .isAfterOrEqualTo(Instant.parse(changes.get(2).get("time").stringValue()));
  }

  /** One line for each change; a call that changes nothing is told at debug alone. */
  @Test
  void log_hasALineForEachChangeAndNoSecret() {
    Logger log = Logger.getLogger("dev.leadline.server");
    List<String> lines = Collections.synchronizedList(new ArrayList<>());
    Handler handler =
        new StreamHandler() {
          @Override
          public synchronized void publish(LogRecord line) {
            lines.add(line.getLevel() + " " + line.getMessage());
          }
        };
    log.addHandler(handler);
    try {
      server.create("logged", 5);
      String lease = "secret-secret-secret";
      server.post("/api/v1/studies/logged/ask", "{\"lease\":\"%s\"}".formatted(lease));
      server.post("/api/v1/studies/logged/heartbeat", "{\"lease\":\"%s\"}".formatted(lease));
      server.get("/api/v1/studies/logged");
      server.post("/api/v1/studies/logged/tell", "{\"trial\":7,\"value\":1}");
      assertThat(lines).hasSize(2).noneMatch(line -> line.contains("secret"));
      assertThat(lines.get(0))
          .matches("INFO POST /api/v1/studies/logged 201 \\d+ ms by local from 127.0.0.1");
      assertThat(lines.get(1))
          .matches("INFO POST /api/v1/studies/logged/ask 200 \\d+ ms by local from 127.0.0.1");
    } finally {
      log.removeHandler(handler);
    }
  }

  @Test
  void startingPoints_areHandedOutFirst() {
    String space = RunningServer.SPACE.replaceFirst("}$", ",\"start\":[{\"x\":0.25,\"n\":7}]}");
    server.post(
        "/api/v1/studies",
        "{\"name\":\"started\",\"space\":%s,\"strategy\":\"sobol\"}".formatted(space));
    Reply asked = server.post("/api/v1/studies/started/ask", "{\"count\":2}");
    assertThat(asked.json().get("trials").get(0).get("params").toString())
        .isEqualTo("{\"x\":0.25,\"n\":7}");
    assertThat(asked.json().get("trials")).hasSize(2);
  }

  @Test
  void studyThatOnlyItsProgramKnows_isShownAndHidesNoOther() {
    Space space = Space.builder().real("x", 0, 1).require("x is odd", c -> true).build();
    server.studies.create("own", StudySetup.minimise(space).header());
    assertThat(server.get("/api/v1/studies").status()).isEqualTo(200);
    assertThat(server.get("/metrics").status()).isEqualTo(200);
    assertThat(server.get("/api/v1/studies/own/trials").status()).isEqualTo(200);
    Reply asked = server.post("/api/v1/studies/own/ask", "{}");
    assertThat(asked.status()).isEqualTo(422);
    assertThat(asked.json().get("detail").stringValue()).contains("knows its space whole");
    assertThat(server.call("DELETE", "/api/v1/studies/own", "{}", null).status()).isEqualTo(204);
  }

  @Test
  void studyThatAnotherProcessMadeAnew_isThatOne() {
    server.create("anew", 3);
    server.post("/api/v1/studies/anew/ask", "{\"count\":2}");
    StudyHeader header = server.studies.read("anew").header();
    server.studies.delete("anew");
    server.studies.create("anew", header);
    assertThat(server.get("/api/v1/studies/anew/trials").json().get("trials").isEmpty()).isTrue();
    Reply asked = server.post("/api/v1/studies/anew/ask", "{}");
    assertThat(asked.json().get("trials").get(0).get("trial").intValue()).isZero();
  }

  @Test
  void studiesThatAreCreatedAtOnce_areOneStudy() {
    String body = "{\"name\":\"at-once\",\"space\":%s,\"trials\":3}".formatted(RunningServer.SPACE);
    List<Integer> statuses =
        IntStream.range(0, 8)
            .parallel()
            .mapToObj(i -> server.post("/api/v1/studies", body).status())
            .sorted()
            .toList();
    assertThat(statuses).containsExactly(201, 409, 409, 409, 409, 409, 409, 409);
  }

  @Test
  void whatPeopleWrite_comesBackAsItWas() {
    Reply refused =
        server.post(
            "/api/v1/studies",
            "{\"name\":\"größe €\",\"space\":%s}".formatted(RunningServer.SPACE));
    assertThat(refused.json().get("detail").stringValue()).contains("größe €");
    server.create("words", 3);
    server.post("/api/v1/studies/words/ask", "{\"worker\":\"größe €\\u0000\"}");
    for (int i = 0; i < 2; i++) { // the second time it is no conflict
      Reply failed =
          server.post("/api/v1/studies/words/tell", "{\"trial\":0,\"failed\":\"größe €\\u0000\"}");
      assertThat(failed.json().get("reason").stringValue()).isEqualTo("größe €\uFFFD");
      assertThat(failed.json().get("worker").stringValue()).isEqualTo("größe €\uFFFD");
    }
  }
}
