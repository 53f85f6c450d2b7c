package dev.leadline.storage.token;

import java.util.List;
import java.util.Optional;

/** Where tokens are kept. Thread-safe. */
public interface TokenStore {

  /** All tokens, oldest first. */
  List<Token> list();

  Optional<Token> find(String id);

  void add(Token token);

  /**
   * Makes a token useless from now on.
   *
   * @return whether there was one
   */
  boolean remove(String id);
}
