package dev.leadline.client;

import dev.leadline.client.json.FieldException;
import dev.leadline.client.json.Fields;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Calls to one study of a server, repeated until they are answered. Thread-safe. */
final class Connection {

  /* Every call that changes something has a key of its own, so that repeating it after a lost answer does it once. */

  /** A call of which the answer says whether it went well. */
  record Reply(int status, Fields fields) {}

  private static final Set<Integer> LATER = Set.of(429, 502, 503, 504);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
  private final URI study;
  private final Optional<String> token;
  private final Duration patience;
  private final Duration longest;

  /**
   * @param study where the routes of the study are
   * @param patience how long a server that does not answer is called again
   * @param longest how long an answer may take
   */
  Connection(URI study, Optional<String> token, Duration patience, Duration longest) {
    this.longest = longest;
    this.study = study;
    this.token = token.map(Connection::plain).filter(text -> !text.isEmpty());
    this.patience = patience;
  }

  /** A token without the blanks around it: files and secrets end with a line break. */
  private static String plain(String token) {
    String plain = token.strip();
    if (!plain.chars().allMatch(c -> c > ' ' && c < 127)) {
      throw new IllegalArgumentException(
          "expected a token as leadline token create printed it, but this one has blanks or characters that no token has; check LEADLINE_TOKEN");
    }
    return plain;
  }

  Reply get(String route) {
    return call(request(route).GET().build());
  }

  Reply post(String route, String body) {
    String key = UUID.randomUUID().toString();
    return call(posting(route, body).header("Idempotency-Key", key).build());
  }

  /** Posts what may be done twice: the server keeps no answer for it. */
  Reply send(String route, String body) {
    return call(posting(route, body).build());
  }

  private HttpRequest.Builder posting(String route, String body) {
    return request(route)
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body));
  }

  /** Where it is, for messages. */
  URI study() {
    return study;
  }

  private HttpRequest.Builder request(String route) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(study + route)).timeout(longest);
    token.ifPresent(text -> request.header("Authorization", "Bearer " + text));
    return request;
  }

  private Reply call(HttpRequest request) {
    long end = System.nanoTime() + patience.toNanos();
    Duration pause = FIRST_PAUSE;
    while (true) {
      boolean isLast = System.nanoTime() >= end;
      try {
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (isLast || !isForLater(response)) {
          return reply(response);
        }
      } catch (IOException e) {
        if (isLast) {
          throw new ServerException(
              0, "%s does not answer (%s); check the address and that it runs".formatted(study, e));
        }
      } catch (InterruptedException e) {
        throw interrupted();
      }
      sleep(pause);
      pause =
          pause.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0
              ? LONGEST_PAUSE
              : pause.multipliedBy(2);
    }
  }

  /** Whether the server cannot answer now, or asks to be called again. */
  private static boolean isForLater(HttpResponse<String> response) {
    int status = response.statusCode();
    boolean isAsked = response.headers().firstValue("Retry-After").isPresent();
    return LATER.contains(status) || (status >= 400 && isAsked);
  }

  private Reply reply(HttpResponse<String> response) {
    try {
      String body = response.body().isEmpty() ? "{}" : response.body();
      return new Reply(response.statusCode(), Fields.parse(body));
    } catch (FieldException e) {
      throw new ServerException(
          response.statusCode(),
          "expected a Leadline server at %s but got another answer; check the address"
              .formatted(study));
    }
  }

  private static void sleep(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private static ServerException interrupted() {
    Thread.currentThread().interrupt();
    return new ServerException(0, "the call was interrupted");
  }
}
