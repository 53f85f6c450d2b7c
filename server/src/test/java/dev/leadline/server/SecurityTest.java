package dev.leadline.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.server.http.Access;
import dev.leadline.server.http.ServerConfig;
import dev.leadline.server.token.Tokens;
import dev.leadline.storage.Studies;
import dev.leadline.storage.token.Role;
import dev.leadline.storage.token.Token;
import dev.leadline.storage.token.TokenStore;
import dev.leadline.study.Strategies;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecurityTest {

  private static final Instant NOW = Instant.parse("2026-11-16T12:00:00Z");

  @Test
  void token_isKeptAsAHashAndRecognisedUntilItExpires() {
    TokenStore store = Studies.inMemory().tokens();
    Clock now = Clock.fixed(NOW, ZoneOffset.UTC);
    Clock later = Clock.fixed(NOW.plus(Duration.ofDays(1)), ZoneOffset.UTC);
    String text =
        new Tokens(store, new SecureRandom(), now)
            .create("ci", Role.WORK, Optional.of(NOW.plus(Duration.ofDays(1))));
    Token kept = store.list().get(0);
    assertThat(kept.toString()).doesNotContain(text.substring(20));
    assertThat(kept.hash()).hasSize(64);
    assertThat(new Tokens(store, new SecureRandom(), now).recognise(text)).contains(kept);
    assertThat(new Tokens(store, new SecureRandom(), later).recognise(text)).isEmpty();
    assertThat(new Tokens(store, new SecureRandom(), now).recognise(text + "x")).isEmpty();
    store.remove(kept.id());
    assertThat(new Tokens(store, new SecureRandom(), now).recognise(text)).isEmpty();
  }

  @Test
  void revokedToken_isRefusedAtOnce() {
    try (RunningServer server = RunningServer.of(Access.Mode.TOKENS)) {
      String token = server.token(Role.READ);
      assertThat(server.call("GET", "/api/v1/me", null, token).json().get("role"))
          .hasToString("\"read\"");
      server.tokens.remove(server.tokens.list().get(0).id());
      RunningServer.Reply refused = server.call("GET", "/api/v1/me", null, token);
      assertThat(refused.status()).isEqualTo(401);
      assertThat(refused.raw().headers().firstValue("WWW-Authenticate")).contains("Bearer");
    }
  }

  /** Pages of other sites, and names that somebody points at this machine. */
  @ParameterizedTest
  @CsvSource({
    "Host: 127.0.0.1:PORT,,404",
    "Host: localhost:PORT,,404",
    "Host: [::1]:PORT,,404",
    "Host: 127.0.0.1:PORT,Origin: http://127.0.0.1:PORT,404",
    "Host: 127.0.0.1:PORT,Origin: http://evil.example,403",
    "Host: 127.0.0.1:PORT,Origin: http://127.0.0.1:1,403",
    "Host: 127.0.0.1:PORT,Origin: null,403",
    "Host: 127.0.0.1:PORT,Sec-Fetch-Site: cross-site,403",
    "Host: evil.example:PORT,,421",
    "Host: 127.0.0.1.evil.example,,421",
  })
  void openServer_listensToItsOwnPageOnly(String host, String header, int status) throws Exception {
    try (RunningServer server = RunningServer.open()) {
      String port = Integer.toString(server.port());
      String head =
          "POST /api/v1/studies/none/ask HTTP/1.1\r\n%s\r\n%sContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
              .formatted(host, header == null ? "" : header + "\r\n")
              .replace("PORT", port);
      assertThat(RawHttp.send(server.port(), head.getBytes(StandardCharsets.UTF_8)).status())
          .isEqualTo(status);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/,200",
    "//,404",
    "/health,200",
    "//health,404",
    "/api/v1//studies,404",
    "/health/,404"
  })
  void path_hasOneName(String path, int status) throws Exception {
    try (RunningServer server = RunningServer.open()) {
      String head = "GET %s HTTP/1.0\r\nHost: 127.0.0.1:%d\r\n\r\n".formatted(path, server.port());
      assertThat(RawHttp.send(server.port(), head.getBytes(StandardCharsets.UTF_8)).status())
          .isEqualTo(status);
    }
  }

  /** There are fewer threads than callers whose bodies never come. */
  @Test
  void bodiesThatBreakOff_holdUpNobody() throws Exception {
    byte[] half =
        "POST /api/v1/studies HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
            .getBytes(StandardCharsets.UTF_8);
    List<Socket> callers = new ArrayList<>();
    try (RunningServer server = RunningServer.open()) {
      for (int i = 0; i < 140; i++) {
        callers.add(new Socket(InetAddress.getLoopbackAddress(), server.port()));
        callers.get(i).getOutputStream().write(half);
      }
      HttpRequest.Builder health =
          HttpRequest.newBuilder(server.uri("/health")).timeout(Duration.ofSeconds(20));
      assertThat(server.send(health).status()).isEqualTo(200);
      for (Socket caller : callers) {
        caller.close();
      }
    }
  }

  @Test
  void answers_letABrowserLoadOwnFilesOnlyAndSetNoCookies() {
    try (RunningServer server = RunningServer.open()) {
      var headers = server.get("/health").raw().headers();
      assertThat(headers.firstValue("Content-Security-Policy").orElseThrow())
          .startsWith("default-src 'none'")
          .doesNotContain("unsafe");
      assertThat(headers.map()).doesNotContainKeys("set-cookie", "server", "x-powered-by");
    }
  }

  @Test
  void tooManyCalls_areRefusedUntilLater() {
    ServerConfig.Limits strict = ServerConfig.Limits.standard().callsPerSecond(2);
    ServerConfig config =
        new ServerConfig("127.0.0.1", 0, Optional.empty(), ServerConfig.Proxy.NONE, strict);
    try (RunningServer server = RunningServer.of(config, Access.Mode.OPEN)) {
      int status = 200;
      for (int i = 0; i < 20 && status == 200; i++) {
        status = server.get("/api/v1/me").status();
      }
      assertThat(status).isEqualTo(429);
      assertThat(server.get("/health").status()).isEqualTo(200);
    }
  }

  @Test
  void tls_isServedFromAKeyStore(@TempDir Path directory) throws Exception {
    Path keys = directory.resolve("keys.p12");
    String arguments =
        "-genkeypair -keyalg EC -alias leadline -dname CN=localhost -ext san=dns:localhost -storetype PKCS12 -storepass secret1 -keystore "
            + keys;
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments.split(" ")));
    assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
    ServerConfig config =
        new ServerConfig(
            "localhost",
            0,
            Optional.of(new ServerConfig.KeyFile(keys, "secret1")),
            ServerConfig.Proxy.NONE,
            ServerConfig.Limits.standard());
    try (LeadlineServer server =
        LeadlineServer.start(
            config,
            new Access(
                Access.Mode.OPEN,
                new Tokens(Studies.inMemory().tokens(), new SecureRandom(), Clock.systemUTC())),
            Studies.inMemory(),
            Strategies::named,
            Clock.systemUTC())) {
      HttpResponse<String> health =
          HttpClient.newBuilder()
              .sslContext(trusting(keys))
              .build()
              .send(
                  HttpRequest.newBuilder(
                          URI.create("https://localhost:%d/health".formatted(server.port())))
                      .build(),
                  HttpResponse.BodyHandlers.ofString());
      assertThat(health.statusCode()).isEqualTo(200);
    }
  }

  private static SSLContext trusting(Path keys) throws Exception {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    KeyStore store = KeyStore.getInstance(keys.toFile(), "secret1".toCharArray());
    KeyStore certificates = KeyStore.getInstance("PKCS12");
    certificates.load(null, null);
    certificates.setCertificateEntry("leadline", store.getCertificate("leadline"));
    trust.init(certificates);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  @Test
  void addressInUse_isASentence() {
    try (RunningServer server = RunningServer.open()) {
      assertThatThrownBy(
              () -> RunningServer.of(ServerConfig.local(server.port()), Access.Mode.OPEN))
          .hasMessageContaining("expected a free address but 127.0.0.1:" + server.port());
    }
  }

  @Test
  void keyFile_doesNotShowItsPassword() {
    assertThat(new ServerConfig.KeyFile(Path.of("k.p12"), "secret").toString())
        .doesNotContain("secret");
  }
}
