package dev.leadline.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.server.http.Access;
import dev.leadline.storage.StudyEntry;
import dev.leadline.storage.StudySnapshot;
import dev.leadline.storage.token.Role;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class BadInputTest {

  @Test
  void badRequests_areProblemsAndChangeNothing() throws Exception {
    send(1000, 1);
  }

  @Test
  @Tag("slow")
  void manyBadRequests_areProblemsAndChangeNothing() throws Exception {
    send(5000, 2);
  }

  private static void send(int count, long seed) throws Exception {
    try (RunningServer server = RunningServer.of(Access.Mode.TOKENS)) {
      String token = server.token(Role.ADMIN);
      server.call(
          "POST",
          "/api/v1/studies",
          "{\"name\":\"kept\",\"space\":%s,\"trials\":9,\"strategy\":\"sobol\"}"
              .formatted(RunningServer.SPACE),
          token);
      server.call("POST", "/api/v1/studies/kept/ask", "{\"count\":2}", token);
      server.call("POST", "/api/v1/studies/kept/tell", "{\"trial\":0,\"value\":2}", token);
      List<StudyEntry> before = server.studies.list();
      StudySnapshot kept = server.studies.read("kept");
      BadRequests requests = new BadRequests(seed, token, server.token(Role.READ));
      List<String> faults = new ArrayList<>();
      Map<Integer, Integer> statuses = new TreeMap<>();
      for (int i = 0; i < count; i++) {
        byte[] request = requests.next();
        RawHttp.Reply reply = RawHttp.send(server.port(), request);
        statuses.merge(reply.status(), 1, Integer::sum);
        if (!isProblem(reply)) {
          faults.add(shown(request) + "\n=> " + reply);
        }
      }
      assertThat(faults).as("answers by status: %s", statuses).isEmpty();
      assertThat(statuses.keySet()).contains(400, 401, 403, 404, 405, 413, 415);
      assertThat(server.studies.list()).isEqualTo(before);
      assertThat(server.studies.read("kept")).isEqualTo(kept);
    }
  }

  private static boolean isProblem(RawHttp.Reply reply) {
    if (reply.status() < 400
        || reply.status() > 499
        || !reply.head().contains("Content-Type: application/problem+json")
        || !reply.head().contains("X-Content-Type-Options: nosniff")
        || reply.body().contains("Exception")
        || reply.body().contains("\tat ")) {
      return false;
    }
    JsonNode problem = JsonMapper.shared().readTree(reply.body());
    return problem.get("status").intValue() == reply.status() && problem.get("detail").isString();
  }

  private static String shown(byte[] request) {
    String text = new String(request, StandardCharsets.UTF_8);
    return text.substring(0, Math.min(700, text.length()));
  }
}
