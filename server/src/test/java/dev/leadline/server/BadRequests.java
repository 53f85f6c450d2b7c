package dev.leadline.server;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Requests with one thing wrong each: the body, a header, the path or the token. */
final class BadRequests {

  /** A good request, to be spoiled. */
  private record Good(String method, String path, String body) {}

  private static final String STUDY = "/api/v1/studies/kept";

  private static final List<Good> GOOD =
      List.of(
          new Good(
              "POST",
              "/api/v1/studies",
              "{\"name\":\"new\",\"space\":"
                  + RunningServer.SPACE
                  + ",\"trials\":9,\"seed\":1,\"strategy\":\"sobol\"}"),
          new Good("PATCH", STUDY, "{\"trials\":80}"),
          new Good("POST", STUDY + "/ask", "{\"count\":2,\"worker\":\"w\",\"leaseSeconds\":60}"),
          new Good("POST", STUDY + "/tell", "{\"trial\":1,\"value\":1.5}"),
          new Good("POST", STUDY + "/tell", "{\"trial\":1,\"failed\":\"oom\"}"),
          new Good("POST", STUDY + "/observe", "{\"params\":{\"x\":0.5,\"n\":3},\"value\":1.5}"),
          new Good("POST", STUDY + "/heartbeat", "{\"lease\":\"0123456789abcdef\"}"),
          new Good("POST", STUDY + "/release", "{\"lease\":\"0123456789abcdef\"}"),
          new Good("POST", STUDY + "/posterior", "{\"points\":[{\"x\":0.5,\"n\":3}]}"),
          new Good("DELETE", STUDY + "/trials/0", "{\"reason\":\"because\"}"));

  private static final List<String> VALUES =
      List.of(
          "[[]]",
          "{\"a\":{}}",
          "1e999",
          "-1e999",
          "NaN",
          "Infinity",
          "0x10",
          "-",
          "'x'",
          "{",
          "\"\\ud800",
          "tru",
          "01",
          "+1");
  private static final List<String> PATHS =
      List.of(
          "/page/../../etc/passwd",
          "/page/%2e%2e/%2e%2e/etc/passwd",
          "/page/..%2f..%2fetc/passwd",
          "/page/..\\..\\x.js",
          "/page/.hidden.js",
          "/page//etc/passwd",
          "/page/dev/leadline/../../x.js",
          "/page/x.class",
          "/../openapi.json",
          "/%",
          "/%zz",
          "/%00",
          "/page/%00.js",
          "/api/v1/studies/%2e%2e",
          "/api/v1/studies/kept%2f..",
          "/api/v2/studies",
          "/api/v1/studies/kept/askk",
          "/api/v1/studies/no-such/best",
          "/api/v1/studies/kept/trials/99",
          "/api/v1/studies/kept/trials/-1",
          "/api/v1/studies/kept/trials/1e3",
          "/api/v1/studies/kept/trials/99999999999",
          "/api/v1/studies/kept/trials?since=x",
          "/api/v1/studies/kept/trials?sinc=1",
          "/api/v1/studies/kept/trials?since=1&since=2",
          "/api/v1/studies/kept/trials?since=%",
          "/api/v1/studies/kept/view/contour?x=x",
          "/api/v1/studies/kept/events?since=-1",
          "/api/v1/studies/kept;a=b/best/../x",
          "/\u00e4");
  private static final List<String> METHODS =
      List.of("PUT", "OPTIONS", "TRACE", "CONNECT", "LOCK", "get", "G(T", "QUERY");
  private static final List<String> LINES =
      List.of(
          "Content-Length: -1",
          "Content-Length: 1x",
          "Transfer-Encoding: nonsense",
          "Bad Header: x",
          ": x",
          "Host: other\r\nHost: another",
          "Expect: nonsense");

  private final Random random;
  private final String token;
  private final String weak;

  /**
   * @param token one that may do everything
   * @param weak one that may only read
   */
  BadRequests(long seed, String token, String weak) {
    this.random = new Random(seed);
    this.token = token;
    this.weak = weak;
  }

  byte[] next() {
    return switch (random.nextInt(5)) {
      case 0, 1 -> body(any(GOOD));
      case 2 -> header(any(GOOD));
      case 3 -> path();
      default -> token(any(GOOD));
    };
  }

  private byte[] body(Good good) {
    String body = good.body;
    int at = 1 + random.nextInt(body.length() - 1);
    return switch (random.nextInt(8)) {
      case 0 -> send(good, body.substring(0, at));
      case 1 -> send(good, body.substring(0, at) + (char) random.nextInt(9) + body.substring(at));
      case 2 -> send(good, bytes(body.substring(0, at), 0xff, body.substring(at)), Map.of());
      case 3 -> send(good, body + any(List.of("{}", "]", "x", "0", ",")));
      case 4 -> send(good, "{\"%s\":1,".formatted("f" + random.nextInt(99)) + body.substring(1));
      case 5 -> send(good, "[".repeat(1 + random.nextInt(50_000)));
      case 6 -> send(good, " ".repeat(100_001) + body);
      default ->
          send(
              good,
              body.replaceAll(
                  "(?<=:)(\"[^\"]*\"|[0-9.]+)(?=[,}])",
                  java.util.regex.Matcher.quoteReplacement(any(VALUES))));
    };
  }

  private byte[] header(Good good) {
    return switch (random.nextInt(6)) {
      case 0 ->
          send(
              good,
              good.body.getBytes(StandardCharsets.UTF_8),
              Map.of(
                  "Content-Type",
                  any(
                      List.of(
                          "text/plain", "application/xml", "multipart/form-data", "", "json"))));
      case 1 ->
          send(
              good,
              good.body.getBytes(StandardCharsets.UTF_8),
              Map.of(
                  "Origin",
                  any(
                      List.of(
                          "http://evil.example",
                          "null",
                          "https://127.0.0.1",
                          "\u0001",
                          "http://127.0.0.1.evil.example"))));
      case 2 ->
          send(
              good,
              good.body.getBytes(StandardCharsets.UTF_8),
              Map.of("Sec-Fetch-Site", any(List.of("cross-site", "same-site"))));
      case 3 ->
          send(
              good,
              good.body.getBytes(StandardCharsets.UTF_8),
              Map.of("X", "y".repeat(9000 + random.nextInt(9000))));
      case 4 ->
          (good.method
                  + " "
                  + good.path
                  + " HTTP/1.1\r\nHost: x\r\n"
                  + any(LINES)
                  + "\r\nConnection: close\r\n\r\n")
              .getBytes(StandardCharsets.UTF_8);
      default ->
          any(List.of(
                  "nonsense",
                  "GET",
                  "GET / HTTP/9.9",
                  "GET /health HTTP/1.1\r\nConnection: close",
                  "\u0016\u0003\u0001",
                  "GET  /health HTTP/1.1"))
              .concat("\r\n\r\n")
              .getBytes(StandardCharsets.UTF_8);
    };
  }

  private byte[] path() {
    if (random.nextInt(3) == 0) {
      return send(
          new Good(
              any(METHODS),
              any(List.of("/health", "/api/v1/studies", STUDY, STUDY + "/tell", "/page/x")),
              "{}"),
          "{}");
    }
    String path =
        random.nextInt(4) == 0 ? "/page/" + "a".repeat(random.nextInt(12_000)) + ".js" : any(PATHS);
    return send(new Good("GET", path, ""), "");
  }

  private byte[] token(Good good) {
    byte[] body = good.body.getBytes(StandardCharsets.UTF_8);
    int at = random.nextInt(token.length());
    char other = token.charAt(at) == 'x' ? 'y' : 'x';
    String value =
        switch (random.nextInt(6)) {
          case 0 -> "Bearer " + token.substring(0, at) + other + token.substring(at + 1);
          case 1 -> "Bearer " + token.substring(0, at);
          case 2 -> "Bearer " + token + other;
          case 3 ->
              any(
                  List.of(
                      "",
                      "Bearer",
                      "Basic " + token,
                      token,
                      "Bearer null",
                      "Bearer " + "x".repeat(3000)));
          case 4 -> good.path.endsWith("posterior") ? "Bearer x" : "Bearer " + weak;
          default -> "Bearer " + token.toUpperCase(java.util.Locale.ROOT);
        };
    return send(good, body, Map.of("Authorization", value));
  }

  private byte[] send(Good good, String body) {
    return send(good, body.getBytes(StandardCharsets.UTF_8), Map.of());
  }

  private byte[] send(Good good, byte[] body, Map<String, String> changed) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Host", "127.0.0.1");
    headers.put("Authorization", "Bearer " + token);
    headers.put("Content-Type", "application/json");
    headers.put("Content-Length", Integer.toString(body.length));
    headers.put("Connection", "close");
    headers.putAll(changed);
    StringBuilder head = new StringBuilder(good.method + " " + good.path + " HTTP/1.1\r\n");
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
    bytes.writeBytes(body);
    return bytes.toByteArray();
  }

  private static byte[] bytes(String before, int odd, String after) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(before.getBytes(StandardCharsets.UTF_8));
    bytes.write(odd);
    bytes.writeBytes(after.getBytes(StandardCharsets.UTF_8));
    return bytes.toByteArray();
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
