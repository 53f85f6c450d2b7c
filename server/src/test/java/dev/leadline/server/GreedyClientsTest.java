package dev.leadline.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.server.http.Access;
import dev.leadline.server.http.ServerConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients that take more than their part, slowly or quickly. */
class GreedyClientsTest {

  private static final String HEAD =
      "POST /api/v1/studies HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n";

  private final List<Socket> sockets = new ArrayList<>();

  @AfterEach
  void closeSockets() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private Socket send(RunningServer server, String text) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.setSoTimeout(5000);
    sockets.add(socket);
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    return socket;
  }

  private static void requireAnswers(RunningServer server) throws Exception {
    for (int i = 0; i < 10; i++) {
      for (String path : List.of("/health", "/ready")) {
        HttpRequest.Builder request =
            HttpRequest.newBuilder(server.uri(path)).timeout(Duration.ofSeconds(2));
        assertThat(server.send(request).status()).isEqualTo(200);
      }
      Thread.sleep(50);
    }
  }

  private static RunningServer server(ServerConfig.Limits limits) {
    ServerConfig config =
        new ServerConfig("127.0.0.1", 0, Optional.empty(), ServerConfig.Proxy.NONE, limits);
    return RunningServer.of(config, Access.Mode.OPEN);
  }

  private static String statusLine(Socket socket) throws IOException {
    byte[] bytes = socket.getInputStream().readNBytes(12);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** There are fewer threads than callers of whose bodies much comes and then nothing. */
  @Test
  void bodiesThatStop_doNotStopTheServer() throws Exception {
    try (RunningServer server = server(ServerConfig.Limits.standard())) {
      for (int i = 0; i < 150; i++) {
        send(server, HEAD.formatted(1_000_000) + "{" + " ".repeat(60_000));
      }
      requireAnswers(server);
      server.create("beside", 3);
    }
  }

  private static ServerConfig.Limits strict(ServerConfig.PerCaller each) {
    return new ServerConfig.Limits(1 << 20, 500, 10, 200, 64 << 20, each);
  }

  @Test
  void bodyThatDoesNotCome_isGivenUp() throws Exception {
    ServerConfig.PerCaller each =
        new ServerConfig.PerCaller(9, 99, 1 << 24, Duration.ofMillis(300));
    try (RunningServer server = server(strict(each))) {
      Socket socket = send(server, HEAD.formatted(1_000_000) + "{");
      String answer =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8); // to the end
      assertThat(answer).startsWith("HTTP/1.1 408 ").contains("the body did not come in time");
    }
  }

  @Test
  void bytesOfOneCaller_areLimitedAndGivenBack() throws Exception {
    ServerConfig.PerCaller each =
        new ServerConfig.PerCaller(9, 99, 100_000, Duration.ofSeconds(20));
    try (RunningServer server = server(strict(each))) {
      Socket first = send(server, HEAD.formatted(90_000) + " ".repeat(80_000));
      requireAnswers(server);
      Socket second = send(server, HEAD.formatted(90_000) + " ".repeat(80_000));
      assertThat(statusLine(second)).isEqualTo("HTTP/1.1 429");
      first.close();
      Socket third = send(server, HEAD.formatted(90_000) + " ".repeat(90_000));
      assertThat(statusLine(third)).isEqualTo("HTTP/1.1 400");
    }
  }

  @Test
  void connectionsOfOneCaller_areLimitedAndGivenBack() throws Exception {
    ServerConfig.PerCaller each = new ServerConfig.PerCaller(9, 5, 1 << 24, Duration.ofSeconds(20));
    try (RunningServer server = server(strict(each))) {
      String health = "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
      for (int i = 0; i < 4; i++) { // one more is the one that the description was read with
        assertThat(statusLine(send(server, health))).isEqualTo("HTTP/1.1 200");
      }
      assertThat(statusLine(send(server, health))).isEmpty();
      sockets.get(0).close();
      Thread.sleep(200);
      assertThat(statusLine(send(server, health))).isEqualTo("HTTP/1.1 200");
    }
  }

  @Test
  void streamsOfOneCaller_areLimited() throws Exception {
    try (RunningServer server = server(ServerConfig.Limits.standard())) {
      HttpClient client = HttpClient.newHttpClient();
      HttpRequest request = HttpRequest.newBuilder(server.uri("/api/v1/events")).build();
      int refused = 0;
      for (int i = 0; i < 40; i++) {
        HttpResponse<?> answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        refused += answer.statusCode() == 429 ? 1 : 0;
      }
      assertThat(refused).isEqualTo(8);
    }
  }

  /** More callers wait for what takes long than there are threads. */
  @Test
  void callsThatTakeLong_leaveHealthAnswered() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    try (RunningServer server = RunningServer.waitingFor(end)) {
      server.create("slow", 500);
      for (int i = 0; i < 200; i++) {
        send(
            server,
            "POST /api/v1/studies/slow/ask HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
      }
      requireAnswers(server);
      end.countDown();
      for (Socket socket : sockets) {
        assertThat(statusLine(socket)).isEqualTo("HTTP/1.1 200");
      }
    }
  }
}
