package dev.leadline.server.route;

import dev.leadline.storage.token.Role;
import dev.leadline.storage.token.Token;
import java.util.Optional;

/**
 * Who makes a call. Immutable and thread-safe.
 *
 * @param key what tells callers apart where their calls are counted
 * @param token the token shown; empty where none is asked for
 */
public record Caller(String key, Role role, Optional<Token> token) {}
