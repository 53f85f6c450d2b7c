package dev.leadline.storage.token;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tokens that are gone with their process. Thread-safe. */
public final class MemoryTokens implements TokenStore {

  private final Map<String, Token> tokens = new LinkedHashMap<>();

  @Override
  public synchronized List<Token> list() {
    return List.copyOf(tokens.values());
  }

  @Override
  public synchronized Optional<Token> find(String id) {
    return Optional.ofNullable(tokens.get(id));
  }

  @Override
  public synchronized void add(Token token) {
    tokens.put(token.id(), token);
  }

  @Override
  public synchronized boolean remove(String id) {
    return tokens.remove(id) != null;
  }
}
