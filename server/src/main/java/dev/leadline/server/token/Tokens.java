package dev.leadline.server.token;

import dev.leadline.storage.token.Role;
import dev.leadline.storage.token.Token;
import dev.leadline.storage.token.TokenStore;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes tokens and recognises them. Thread-safe. */
public final class Tokens {

  /* A token is ll_ID_SECRET. The secret has 256 random bits, so nobody guesses it, and a plain SHA-256 of it is as good as a slow
  hash: slowness protects passwords, of which there are few. The hash found by the id is compared in constant time; an unknown id
  is compared with a hash that fits nothing, so that it takes as long. */

  private static final Pattern FORM = Pattern.compile("ll_([0-9a-f]{16})_[A-Za-z0-9_-]{43}");
  private static final int ID_BYTES = 8;
  private static final int SECRET_BYTES = 32;
  private static final String NO_HASH = "0".repeat(64);

  private final TokenStore store;
  private final SecureRandom random;
  private final Clock clock;

  public Tokens(TokenStore store, SecureRandom random, Clock clock) {
    this.store = store;
    this.random = random;
    this.clock = clock;
  }

  /**
   * Makes a token and keeps its hash.
   *
   * @param expires empty if never
   * @return its text, which nobody can find out again
   */
  public String create(String name, Role role, Optional<Instant> expires) {
    String id = HexFormat.of().formatHex(bytes(ID_BYTES));
    String secret = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes(SECRET_BYTES));
    String text = "ll_%s_%s".formatted(id, secret);
    store.add(new Token(id, name, role, hash(text), clock.instant(), expires));
    return text;
  }

  /** The token of a text; empty if there is none or it has expired. */
  public Optional<Token> recognise(String text) {
    Matcher form = FORM.matcher(text);
    Optional<Token> found = form.matches() ? store.find(form.group(1)) : Optional.empty();
    byte[] expected = found.map(Token::hash).orElse(NO_HASH).getBytes(StandardCharsets.US_ASCII);
    byte[] actual = hash(text).getBytes(StandardCharsets.US_ASCII);
    boolean isSame = MessageDigest.isEqual(expected, actual);
    return found.filter(token -> isSame && !token.hasExpired(clock.instant()));
  }

  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  private static String hash(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("expected SHA-256, which every Java has", e);
    }
  }
}
