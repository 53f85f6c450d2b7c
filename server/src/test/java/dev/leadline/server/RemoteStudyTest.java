package dev.leadline.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.leadline.client.RemoteStudy;
import dev.leadline.client.ServerException;
import dev.leadline.server.http.Access;
import dev.leadline.space.Configuration;
import dev.leadline.space.NoTrialLeftException;
import dev.leadline.storage.token.Role;
import dev.leadline.study.AskTell;
import dev.leadline.study.Measurements;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialState;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RemoteStudyTest {

  private static RemoteStudy open(RunningServer server, String name) {
    return RemoteStudy.open(server.uri("/" + name), Optional.empty(), "test");
  }

  /** The example of the guide. */
  @Test
  void remoteStudy_isUsedLikeAnyOther() {
    try (RunningServer server = RunningServer.open()) {
      server.create("tune", 20);
      URI address = server.uri("/tune");
      Optional<String> token = Optional.empty();
      // region: remote
      try (RemoteStudy study = RemoteStudy.open(address, token, "laptop")) {
        study.optimize(c -> Math.pow(c.real("x") - 0.3, 2), 100, 2); // or what the budget allows
        System.out.println(study.best().orElseThrow());
      }
      // end
      assertThat(server.studies.read("tune").trials()).hasSize(20);
    }
  }

  @Test
  void remoteStudy_keepsTheRulesOfStudies() {
    try (RunningServer server = RunningServer.open()) {
      server.create("rules", 4);
      try (AskTell study = open(server, "rules")) {
        assertThat(study.best()).isEmpty();
        assertThat(study.recommend()).isEmpty();
        Trial first = study.ask();
        Trial second = study.ask();
        study.tell(first, 2.5);
        study.tell(second, Double.NaN);
        study.fail(study.ask().number(), "x".repeat(5000));
        int seen = study.observe(Configuration.empty().with("x", 0.5).with("n", 3), 1.5);
        assertThat(study.best()).map(Trial::number).contains(seen);
        assertThat(study.recommend().orElseThrow().median()).isEqualTo(1.5);
        assertThat(study.trials())
            .extracting(Trial::state)
            .containsExactly(
                TrialState.COMPLETED, TrialState.FAILED, TrialState.FAILED, TrialState.COMPLETED);
        assertThat(study.trials().get(0).configuration()).isEqualTo(first.configuration());
        assertThatThrownBy(() -> study.tell(first, 7)).isInstanceOf(ServerException.class);
        assertThatThrownBy(() -> study.tell(99, 7)).hasMessageContaining("there is no trial 99");
        assertThatThrownBy(study::ask)
            .isInstanceOfSatisfying(
                NoTrialLeftException.class,
                e -> assertThat(e.reason()).isEqualTo(NoTrialLeftException.Reason.BUDGET));
      }
    }
  }

  @Test
  void trialOfAClientThatDies_isFreeWithinTwentySeconds() {
    try (RunningServer server = RunningServer.open()) {
      server.create("short", 4);
      try (RemoteStudy study = RemoteStudy.open(server.uri("/short"), Optional.empty(), "laptop")) {
        int trial = study.ask().number();
        Instant until =
            Instant.parse(
                server
                    .get("/api/v1/studies/short/trials/" + trial)
                    .json()
                    .get("leaseUntil")
                    .stringValue());
        assertThat(until).isBeforeOrEqualTo(Instant.now().plusSeconds(20));
      }
    }
  }

  @Test
  void measurements_goThereAndBack() {
    try (RunningServer server = RunningServer.open()) {
      server.post(
          "/api/v1/studies",
          """
          {"name":"limited","space":{"minimise":"ms","parameters":[{"name":"x","real":[0,1]}],"limits":["p99 <= 5"]},"strategy":"random"}\
          """);
      try (RemoteStudy study = open(server, "limited")) {
        assertThat(study.space()).contains("\"limits\":[\"p99 <= 5.0\"]");
        Trial trial = study.ask();
        assertThatThrownBy(() -> study.tell(trial, 2.5)).hasMessageContaining("p99 was not told");
        Measurements further = Measurements.of("p99", 4.5);
        study.tell(trial, 2.5, further);
        study.tell(trial, 2.5, further); // told again, as after a lost answer
        study.observe(Configuration.empty().with("x", 0.5), 3, further);
        study.tell(study.ask(), 1, Measurements.of("p99", Double.NaN));
        assertThat(study.trials()).extracting(Trial::value).startsWith(2.5, 3.0);
        assertThat(study.trials().get(1).measurements()).isEqualTo(further);
        assertThat(study.trials().get(2).reason()).isEqualTo("p99 was NaN");
        assertThat(study.best().orElseThrow()).isEqualTo(study.trials().get(0));
      }
    }
  }

  @Test
  void front_isThatOfTheServer() {
    try (RunningServer server = RunningServer.open()) {
      server.post(
          "/api/v1/studies",
          """
          {"name":"two","space":{"minimise":["ms"],"maximise":["hits"],"parameters":[{"name":"x","real":[0,1]}]},"strategy":"random"}\
          """);
      try (RemoteStudy study = open(server, "two")) {
        assertThat(study.space()).contains("\"minimise\":[\"ms\"],\"maximise\":[\"hits\"]");
        study.tell(study.ask(), 2, Measurements.of("hits", 5));
        study.tell(study.ask(), 1, Measurements.of("hits", 3));
        study.tell(study.ask(), 3, Measurements.of("hits", 4));
        assertThat(study.front()).extracting(Trial::number).containsExactly(1, 0);
        assertThatThrownBy(study::best).hasMessageContaining("ask for its front");
        assertThatThrownBy(study::recommend).hasMessageContaining("ask for its front");
      }
      assertThat(server.get("/api/v1/studies/two/export.csv").raw().body())
          .startsWith(".trial,.state,.value,hits,.front,x,");
    }
  }

  @Test
  void reports_endATrialThereAndHere() {
    try (RunningServer server = RunningServer.open()) {
      server.post(
          "/api/v1/studies",
          """
          {"name":"early","space":{"minimise":"loss","parameters":[{"name":"x","real":[0,1]}],"early":{"rule":"median","after":1}},"strategy":"random"}\
          """);
      try (RemoteStudy study = open(server, "early")) {
        assertThat(study.space()).contains("\"early\":\"median first=1 after=1\"");
        Trial good = study.ask();
        assertThat(study.report(good.number(), 1, 0.5)).isTrue();
        assertThatThrownBy(() -> study.report(good.number(), 1, 0.5))
            .hasMessageContaining("expected a step after 1 but got 1");
        study.tell(good, 0.4);
        Trial bad = study.ask();
        assertThat(study.report(bad.number(), 3, 0.8)).isFalse();
        assertThat(study.trials().get(1))
            .extracting(Trial::state, Trial::value)
            .containsExactly(TrialState.STOPPED, 0.8);
        assertThat(study.trials().get(1).reason()).startsWith("worse at step 3");
      }
    }
  }

  @Test
  void close_givesTrialsBack() {
    try (RunningServer server = RunningServer.open()) {
      server.create("back", 1);
      try (RemoteStudy study = open(server, "back")) {
        study.ask();
      }
      try (RemoteStudy other = open(server, "back")) {
        assertThat(other.ask().number()).isZero();
      }
    }
  }

  @Test
  void remoteStudy_givesTrialsUpBeforeOthersGetThem() throws Exception {
    RunningServer server = RunningServer.open();
    CompletableFuture<Set<Integer>> lost = new CompletableFuture<>();
    try (server) {
      server.create("cut", 3);
      RemoteStudy study =
          RemoteStudy.open(server.uri("/cut"), Optional.empty(), "w", Duration.ofSeconds(2));
      study.onLost(lost::complete);
      study.ask();
      Instant first = leaseUntil(server);
      long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
      while (leaseUntil(server).isBefore(first.plusMillis(500)) && System.nanoTime() < end) {
        Thread.sleep(20);
      }
      assertThat(leaseUntil(server)).as("moved by signs of life").isAfter(first.plusMillis(499));
      assertThat(lost).isNotDone();
      server.close();
      long cut = System.nanoTime();
      assertThat(lost.get(5, TimeUnit.SECONDS)).containsExactly(0);
      assertThat(Duration.ofNanos(System.nanoTime() - cut)).isLessThan(Duration.ofSeconds(2));
      study.close();
    }
  }

  private static Instant leaseUntil(RunningServer server) {
    return Instant.parse(
        server.get("/api/v1/studies/cut/trials/0").json().get("leaseUntil").stringValue());
  }

  @Test
  void callThatIsStillUnderWay_isRepeated() throws Exception {
    Queue<Integer> statuses = new ArrayDeque<>(List.of(200, 409, 200));
    Queue<String> sent = new ConcurrentLinkedQueue<>();
    HttpServer busy =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    busy.createContext(
        "/",
        exchange -> {
          sent.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
          exchange.getResponseHeaders().add("Retry-After", "1");
          byte[] body =
              "{\"objective\":\"loss\",\"trials\":[{\"trial\":7,\"params\":{}}]}".getBytes(UTF_8);
          exchange.sendResponseHeaders(statuses.remove(), body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    busy.start();
    URI address = URI.create("http://127.0.0.1:" + busy.getAddress().getPort() + "/busy");
    RemoteStudy study = RemoteStudy.open(address, Optional.empty(), "w", Duration.ofMillis(59_500));
    try {
      assertThat(study.ask().number()).isEqualTo(7);
      assertThat(sent).hasSize(3).element(2).asString().contains("\"leaseSeconds\":60");
    } finally {
      busy.stop(0);
    }
  }

  @Test
  void wrongAddressOrToken_isASentence() {
    try (RunningServer server = RunningServer.of(Access.Mode.TOKENS)) {
      assertThatThrownBy(() -> open(server, "none")).hasMessageContaining("expected a token");
      String token = server.token(Role.READ);
      assertThatThrownBy(() -> RemoteStudy.open(server.uri("/none"), Optional.of(token), "w"))
          .hasMessageContaining("there is no study 'none'");
      assertThatThrownBy(() -> open(server, "")).hasMessageContaining("http://127.0.0.1:7070/NAME");
    }
  }

  /** As files and secrets hold it: with a line break at its end. What is wrong is not shown. */
  @Test
  void token_isTakenWithoutBlanksAndNeverShown() {
    try (RunningServer server = RunningServer.of(Access.Mode.TOKENS)) {
      String token = server.token(Role.READ);
      assertThatThrownBy(
              () -> RemoteStudy.open(server.uri("/none"), Optional.of(token + "\n"), "w"))
          .hasMessageContaining("there is no study 'none'");
      assertThatThrownBy(
              () -> RemoteStudy.open(server.uri("/none"), Optional.of(token + "\nx"), "w"))
          .hasMessageContaining("check LEADLINE_TOKEN")
          .hasMessageNotContaining(token);
    }
  }
}
