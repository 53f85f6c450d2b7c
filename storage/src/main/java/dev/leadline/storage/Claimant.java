package dev.leadline.storage;

import java.time.Duration;
import java.util.Optional;

/**
 * Who evaluates trials, and how long its claims are respected without a sign of life. Immutable and
 * thread-safe.
 *
 * <p>It may be this process, or somebody for whom a server asks.
 *
 * @param token what tells it from every other one
 * @param name for people, such as the machine and the number of the process
 * @param patience its claims run out so long after its last sign of life
 * @param request what tells its present request from every other one, so that it can be repeated
 *     and is granted once
 */
public record Claimant(String token, String name, Duration patience, Optional<String> request) {

  /** How long a process is respected unless something else is said. */
  public static final Duration USUAL_PATIENCE = Duration.ofSeconds(20);

  public Claimant {
    if (token.isBlank() || patience.toMillis() < 1) {
      throw new IllegalArgumentException(
          "expected a token and a patience of 1 ms or more but got '%s' and %s"
              .formatted(token, patience));
    }
    name = StoredText.of(name);
  }

  public Claimant(String token, String name, Duration patience) {
    this(token, name, patience, Optional.empty());
  }

  /** The same claimant with a request that it may repeat. */
  public Claimant requesting(String key) {
    return new Claimant(token, name, patience, Optional.of(key));
  }
}
