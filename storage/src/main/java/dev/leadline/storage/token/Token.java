package dev.leadline.storage.token;

import java.time.Instant;
import java.util.Optional;

/**
 * A token as it is kept: enough to recognise it, not enough to use it. Immutable and thread-safe.
 *
 * @param id the part of its text that finds it; no secret
 * @param name whose it is, for people
 * @param hash SHA-256 of its whole text, in hexadecimal digits
 * @param expires from then on it is refused; empty if never
 */
public record Token(
    String id, String name, Role role, String hash, Instant created, Optional<Instant> expires) {

  public Token {
    if (role == Role.ANYONE || name.isBlank() || name.length() > 100) {
      throw new IllegalArgumentException(
          "expected a name of 1 to 100 characters and a role of read, work or admin but got '%s' and %s"
              .formatted(name, role.word()));
    }
  }

  public boolean hasExpired(Instant now) {
    return expires.isPresent() && !now.isBefore(expires.get());
  }
}
