package dev.leadline.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What trials print on other machines. */
class WorkerOutputTest {

  private static final String OUTPUT = "/api/v1/studies/s/trials/0/output";
  private static final String LEASE = "0123456789abcdef";

  private RunningServer server = RunningServer.open();

  @BeforeEach
  void ask() {
    server.create("s", 9);
    server.post("/api/v1/studies/s/ask", "{\"lease\":\"%s\"}".formatted(LEASE));
  }

  @AfterEach
  void end() {
    server.close();
  }

  private int print(String lease, String place, int start, String text) {
    return server
        .post(
            OUTPUT,
            "{\"lease\":\"%s\",\"place\":\"%s\",\"start\":%d,\"text\":\"%s\"}"
                .formatted(lease, place, start, text))
        .status();
  }

  @Test
  void output_growsAndWhatIsSaidAgainAddsNothing() {
    assertThat(print(LEASE, "gpu-3:/w/0-1", 0, "one ")).isEqualTo(204);
    assertThat(print(LEASE, "gpu-3:/w/0-1", 4, "two ")).isEqualTo(204);
    assertThat(print(LEASE, "gpu-3:/w/0-1", 4, "two three")).isEqualTo(204);
    JsonNode found = server.get(OUTPUT).json();
    assertThat(found.toString())
        .isEqualTo("{\"output\":\"one two three\",\"truncated\":false,\"place\":\"gpu-3:/w/0-1\"}");
    server.post("/api/v1/studies/s/tell", "{\"trial\":0,\"value\":1}");
    assertThat(server.get(OUTPUT).json()).isEqualTo(found);
    assertThat(server.get("/api/v1/studies/s/trials/0").json().get("output").stringValue())
        .isEqualTo("gpu-3:/w/0-1");
  }

  @Test
  void output_isTheLast64Kilobytes() {
    String half = "x".repeat(1 << 15);
    print(LEASE, "h:/w", 0, half);
    print(LEASE, "h:/w", 1 << 15, half);
    print(LEASE, "h:/w", 1 << 16, "end");
    JsonNode found = server.get(OUTPUT).json();
    assertThat(found.get("output").stringValue()).hasSize(1 << 16).endsWith("xend");
    assertThat(found.get("truncated").booleanValue()).isTrue();
    assertThat(print(LEASE, "h:/w", 0, "x".repeat((1 << 16) + 1))).isEqualTo(422);
    print(LEASE, "h:/w", 1 << 20, "after a gap");
    assertThat(server.get(OUTPUT).json().get("output").stringValue()).isEqualTo("after a gap");
    print(LEASE, "h:/again", 0, "another attempt");
    assertThat(server.get(OUTPUT).json().get("output").stringValue()).isEqualTo("another attempt");
  }

  @Test
  void output_isTakenOfTheHolderAlone() {
    assertThat(print("fedcba9876543210", "h:/w", 0, "x")).isEqualTo(409);
    assertThat(print(LEASE, "/etc", 0, "x")).isEqualTo(422);
    assertThat(server.get(OUTPUT).json().get("output").stringValue()).isEmpty();
    server.post("/api/v1/studies/s/tell", "{\"trial\":0,\"value\":1}");
    assertThat(print(LEASE, "h:/w", 0, "late")).isEqualTo(409);
  }

  @Test
  void outputOfBeforeARestart_isSaidToBeWithItsWorker() {
    print(LEASE, "gpu-3:/w/0-1", 0, "one");
    server = server.restarted();
    assertThat(server.get(OUTPUT).json().get("detail").stringValue())
        .isEqualTo("what it printed is not here but in gpu-3:/w/0-1");
    print(LEASE, "gpu-3:/w/0-1", 3, " two");
    assertThat(server.get(OUTPUT).json().get("truncated").booleanValue()).isTrue();
  }
}
