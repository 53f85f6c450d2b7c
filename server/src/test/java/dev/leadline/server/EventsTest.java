package dev.leadline.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.server.http.Access;
import dev.leadline.storage.token.Role;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class EventsTest {

  /** The next event: its name and its data. */
  private static String next(BufferedReader events) throws IOException {
    StringBuilder event = new StringBuilder();
    for (String line = events.readLine(); line != null; line = events.readLine()) {
      if (line.isEmpty() && event.length() > 0) {
        return event.toString();
      }
      if (line.startsWith("event:") || line.startsWith("data:")) {
        event.append(line.replaceFirst("^\\w+: ", "")).append(' ');
      }
    }
    return "end";
  }

  private static BufferedReader listen(RunningServer server, String path, String... headers)
      throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(server.uri(path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    HttpResponse<java.io.InputStream> response =
        HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    assertThat(response.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("text/event-stream");
    return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
  }

  @Test
  void events_tellWhatChangesUntilTheServerStops() throws Exception {
    RunningServer server = RunningServer.open();
    try (server) {
      server.create("live", 5);
      BufferedReader events = listen(server, "/api/v1/studies/live/events");
      assertThat(next(events)).startsWith("study ").contains("\"running\":0");
      server.post("/api/v1/studies/live/ask", "{}");
      assertThat(next(events)).startsWith("trial ").contains("\"state\":\"running\"");
      assertThat(next(events)).startsWith("study ").contains("\"running\":1");
      server.post("/api/v1/studies/live/tell", "{\"trial\":0,\"value\":2.5}");
      assertThat(next(events)).startsWith("trial ").contains("\"value\":2.5");
      server.close();
      next(events);
      assertThat(next(events)).isEqualTo("end");
    }
  }

  @Test
  void events_goOnAfterTheLastOneSeen() throws Exception {
    try (RunningServer server = RunningServer.open()) {
      server.create("back", 5);
      server.post("/api/v1/studies/back/ask", "{}");
      long seen = server.get("/api/v1/studies/back").json().get("change").longValue();
      server.post("/api/v1/studies/back/tell", "{\"trial\":0,\"value\":1}");
      BufferedReader events =
          listen(server, "/api/v1/studies/back/events", "Last-Event-ID", Long.toString(seen));
      assertThat(next(events)).startsWith("trial ").contains("\"state\":\"done\"");
    }
  }

  @Test
  void eventsOfAll_nameTheirStudyAndItsEnd() throws Exception {
    try (RunningServer server = RunningServer.open()) {
      server.create("one", 5);
      BufferedReader events = listen(server, "/api/v1/events");
      assertThat(next(events)).startsWith("study ").contains("{\"study\":\"one\",\"summary\":");
      server.call("DELETE", "/api/v1/studies/one", null, null);
      assertThat(next(events)).isEqualTo("deleted {\"name\":\"one\"} ");
    }
  }

  @Test
  void events_endWhenTheTokenIsRevoked() throws Exception {
    try (RunningServer server = RunningServer.of(Access.Mode.TOKENS)) {
      String token = server.token(Role.READ);
      BufferedReader events = listen(server, "/api/v1/events", "Authorization", "Bearer " + token);
      server.tokens.remove(server.tokens.list().get(0).id());
      assertThat(next(events)).isEqualTo("end");
    }
  }
}
