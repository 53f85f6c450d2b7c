package dev.leadline.server.http;

import dev.leadline.server.route.Answer;
import dev.leadline.server.route.ProblemException;
import dev.leadline.server.route.Status;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The answers to calls with a key of their own, to be given again and not done again. Thread-safe.
 */
final class Replays {

  /* Kept in memory: a client that repeats a call does so within seconds. What must not be done twice after a restart either,
  asking and observing, the store knows by the key of the call. The rest may be done again. */

  private static final int MOST = 5000;
  private static final Duration KEPT = Duration.ofHours(1);

  private final InstantSource clock;
  private final Map<String, Entry> entries = new LinkedHashMap<>();

  /** A call; without an answer it is under way. */
  private record Entry(String call, long millis, Optional<Answer.Document> answer) {
    boolean hasExpired(long now) {
      return answer.isPresent() && now - millis > KEPT.toMillis();
    }
  }

  /** An answer, and whether it was given before. */
  record Replay(Answer answer, boolean isRepeated) {}

  Replays(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * Does a call, unless it was done under this key before.
   *
   * @param key of one caller
   * @param call what is called with which body
   * @throws ProblemException if the key is that of another call, or of one that is under way
   */
  Replay answer(String key, String call, Supplier<Answer> work) {
    Optional<Answer.Document> known = begin(key, call);
    if (known.isPresent()) {
      return new Replay(known.get(), true);
    }
    Optional<Answer.Document> kept = Optional.empty();
    try {
      Answer answer = work.get();
      kept = answer instanceof Answer.Document document ? Optional.of(document) : Optional.empty();
      return new Replay(answer, false);
    } finally {
      end(key, call, kept);
    }
  }

  private synchronized Optional<Answer.Document> begin(String key, String call) {
    long now = clock.millis();
    Entry entry = entries.get(key);
    if (entry == null || entry.hasExpired(now)) {
      entries.put(key, new Entry(call, now, Optional.empty()));
      return Optional.empty();
    }
    if (!entry.call.equals(call)) {
      throw Status.UNPROCESSABLE_CONTENT.problem(
          "expected an Idempotency-Key of its own but another call had this one");
    }
    if (entry.answer.isEmpty()) {
      throw Status.CONFLICT
          .problem("the same call is under way; repeat it in a second")
          .withHeader("Retry-After", "1");
    }
    return entry.answer;
  }

  /** Keeps what went well; what did not may be tried again. */
  private synchronized void end(String key, String call, Optional<Answer.Document> answer) {
    entries.remove(key);
    if (answer.isPresent()) {
      entries.put(key, new Entry(call, clock.millis(), answer));
      if (entries.size() > MOST) {
        entries.remove(entries.keySet().iterator().next());
      }
    }
  }
}
