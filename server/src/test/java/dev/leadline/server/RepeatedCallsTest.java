package dev.leadline.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls that are made again because their answer was lost, with a server in between that ended. */
class RepeatedCallsTest {

  private static final List<String> CALLS =
      List.of(
          "ask {\"count\":2}",
          "ask {\"lease\":\"a-lease-that-nobody-guesses\"}",
          "observe {\"params\":{\"x\":0.5,\"n\":3},\"value\":1.5}",
          "observe {\"params\":{\"x\":0.5,\"n\":4},\"failed\":\"oom\"}");

  @Test
  void repeatedCall_isDoneOnceByServersThatFollowEachOther() {
    try (RunningServer server = RunningServer.open()) {
      server.create("kept", 9);
      List<RunningServer.Reply> before = CALLS.stream().map(call -> send(server, call)).toList();
      try (RunningServer next = server.restarted()) {
        for (int i = 0; i < CALLS.size(); i++) {
          RunningServer.Reply again = send(next, CALLS.get(i));
          assertThat(fixed(again)).isEqualTo(fixed(before.get(i)));
          assertThat(again.status()).isEqualTo(before.get(i).status());
          assertThat(again.raw().headers().firstValue("Idempotency-Replayed")).isEmpty();
        }
        assertThat(next.studies.read("kept").trials()).hasSize(2 + 1 + 2);
        RunningServer.Reply other = next.post("/api/v1/studies/kept/ask", "{}"); // has no key
        assertThat(other.json().get("trials").get(0).get("trial").asInt()).isEqualTo(5);
      }
    }
  }

  /** An answer without the number of the last change, which each server counts for itself. */
  private static String fixed(RunningServer.Reply reply) {
    return reply.raw().body().replaceFirst(",\"change\":\\d+", "");
  }

  private static RunningServer.Reply send(RunningServer server, String call) {
    String[] parts = call.split(" ", 2);
    return server.send(
        HttpRequest.newBuilder(server.uri("/api/v1/studies/kept/" + parts[0]))
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", "once-" + call.hashCode())
            .POST(HttpRequest.BodyPublishers.ofString(parts[1])));
  }
}
