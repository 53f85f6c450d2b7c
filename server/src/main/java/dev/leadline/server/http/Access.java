package dev.leadline.server.http;

import dev.leadline.server.token.Tokens;

/**
 * Whether callers have to show a token.
 *
 * @param tokens recognises those that are shown
 */
public record Access(Mode mode, Tokens tokens) {

  /** What a call without a token may do. */
  public enum Mode {
    /** Everything: only this machine can call. */
    OPEN,
    /** What anyone may. */
    TOKENS
  }
}
