package dev.leadline.server.route;

import dev.leadline.storage.token.Role;
import dev.leadline.storage.token.Token;
import java.util.Optional;

/**
 * Who makes a call. Immutable and thread-safe.
 *
 * @param key what tells callers apart where their calls are counted
 * @param address where the call comes from
 * @param token the token shown; empty where none is asked for
 */
public record Caller(String key, String address, Role role, Optional<Token> token) {

  /** As people know the caller. */
  public String name() {
    return token.map(Token::name).orElse("local");
  }
}
