package dev.leadline.server.http;

import dev.leadline.server.api.Metrics;
import dev.leadline.server.route.Answer;
import dev.leadline.server.route.Call;
import dev.leadline.server.route.Caller;
import dev.leadline.server.route.Method;
import dev.leadline.server.route.Route;
import dev.leadline.server.route.Status;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;

/** Carries calls to one route and its answers back. Thread-safe. */
record RouteHandler(Route route, Shared shared) implements Handler {

  /** What all routes of a server share. */
  record Shared(
      AccessCheck accessCheck,
      Replays replays,
      Metrics metrics,
      ServerConfig.Limits limits,
      Quota listeners) {}

  private static final Logger LOG = System.getLogger("dev.leadline.server");
  private static final Pattern UNCHANGING = Pattern.compile(".*/(heartbeat|posterior|output)");
  private static final String KEY = "Idempotency-Key";
  private static final Pattern BROKEN_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");
  private static final int LONGEST_KEY = 200;

  @Override
  public void handle(Context context) throws IOException {
    long start = System.nanoTime();
    Answer answer;
    String who = "nobody";
    try {
      Caller caller = shared.accessCheck.admit(route, context.req());
      who = caller.name();
      answer = answer(context, caller);
    } catch (Exception e) {
      answer = Problems.of(e).answer();
    }
    write(context, answer);
    Duration time = Duration.ofNanos(System.nanoTime() - start);
    shared.metrics.called(route.method().name(), route.path(), context.statusCode(), time);
    log(context, who, time);
  }

  /** One line for each change, and at debug for each call; bodies and headers hold secrets. */
  private void log(Context context, String who, Duration time) {
    boolean isChange =
        route.method().isWriting()
            && !UNCHANGING.matcher(route.path()).matches()
            && context.statusCode() < 300;
    String made = context.res().getHeader("Location");
    LOG.log(
        isChange ? Level.INFO : Level.DEBUG,
        () ->
            "%s %s %d %d ms by %s from %s"
                .formatted(
                    route.method(),
                    made == null ? context.req().getRequestURI() : made,
                    context.statusCode(),
                    time.toMillis(),
                    who,
                    context.req().getRemoteAddr()));
  }

  private Answer answer(Context context, Caller caller) throws IOException {
    requireKnownQuery(context);
    String body = route.request().isPresent() ? body(context) : "";
    Optional<String> key = key(context);
    String written = context.path() + "\n" + body;
    Call call =
        new Call(
            caller,
            context.pathParamMap(),
            context.queryParamMap(),
            Optional.ofNullable(context.header("Last-Event-ID")),
            key.map(word -> unique(caller.key() + " " + word + "\n" + written)),
            body);
    if (key.isEmpty()) {
      return listening(context, caller, route.action().answer(call));
    }
    Replays.Replay replay =
        shared.replays.answer(
            caller.key() + " " + key.get(), written, () -> route.action().answer(call));
    if (replay.isRepeated()) {
      context.header("Idempotency-Replayed", "true");
    }
    return replay.answer();
  }

  /** Subscribes a client to events; it is answered as long as it reads. */
  private Answer listening(Context context, Caller caller, Answer answer) throws IOException {
    if (!(answer instanceof Answer.Events events)) {
      return answer;
    }
    if (!shared.listeners.take(caller.key(), 1)) {
      throw Status.TOO_MANY_REQUESTS
          .problem("too many streams of events are open; try again later")
          .withHeader("Retry-After", "60");
    }
    HttpServletRequest request = context.req();
    EventStream stream =
        new EventStream(context.res(), () -> shared.accessCheck.isStillAdmitted(caller, request));
    var unused = stream.ended().thenRun(() -> shared.listeners.giveBack(caller.key(), 1));
    context.future(stream::ended);
    events.source().subscribe(stream);
    return answer;
  }

  static void write(Context context, Answer answer) {
    if (answer instanceof Answer.Document document) {
      context.status(document.status().number());
      context.header("Cache-Control", "no-store");
      document.headers().forEach(context::header);
      if (document.status() != Status.NO_CONTENT) {
        byte[] bytes = document.text().getBytes(StandardCharsets.UTF_8);
        context.contentType(document.mediaType()).result(bytes);
      }
    } else if (answer instanceof Answer.File file) {
      context.header("Cache-Control", "no-cache").header("ETag", file.tag());
      if (file.tag().equals(context.header("If-None-Match"))) {
        context.status(Status.NOT_MODIFIED.number());
      } else {
        context.contentType(file.mediaType()).result(file.content().bytes());
      }
    }
  }

  private void requireKnownQuery(Context context) {
    String text = context.queryString();
    if (text != null && BROKEN_ESCAPE.matcher(text).find()) {
      throw Status.BAD_REQUEST.problem(
          "expected two hexadecimal digits after every % in the query");
    }
    Set<String> unknown = new TreeSet<>(context.queryParamMap().keySet());
    route.query().forEach(unknown::remove);
    if (!unknown.isEmpty()) {
      throw Status.BAD_REQUEST.problem(
          "expected only %s in the query but got also %s".formatted(route.query(), unknown));
    }
  }

  /** The key under which a call may be repeated, if it has one. */
  private Optional<String> key(Context context) {
    String key = context.header(KEY);
    if (key == null || route.method() != Method.POST) {
      return Optional.empty();
    }
    if (key.isBlank() || key.length() > LONGEST_KEY) {
      throw Status.BAD_REQUEST.problem(
          "expected an Idempotency-Key of 1 to %d characters but got %d"
              .formatted(LONGEST_KEY, key.length()));
    }
    return Optional.of(key);
  }

  /** The same for the same text, on every server. */
  private static String unique(String text) {
    return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
  }

  private String body(Context context) throws IOException {
    int most = shared.limits.bodyBytes();
    byte[] bytes =
        context.contentLength() > most
            ? new byte[most + 1]
            : context.req().getInputStream().readNBytes(most + 1);
    if (bytes.length > most) {
      throw Status.CONTENT_TOO_LARGE.problem("expected a body of at most %d bytes".formatted(most));
    }
    String type = context.contentType();
    String media = type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    boolean isBare = route.method() == Method.DELETE && bytes.length == 0;
    if (!isBare && !media.equals("application/json")) {
      throw Status.UNSUPPORTED_MEDIA_TYPE.problem(
          "expected Content-Type: application/json but got '%s'".formatted(media));
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw Status.BAD_REQUEST.problem("expected a body in UTF-8");
    }
  }
}
