package dev.leadline.storage.token;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a caller may do; each role may do what those before it may. */
public enum Role {
  /** Nobody in particular: health and the files of the page. */
  ANYONE,
  /** Look at studies. */
  READ,
  /** Create studies, evaluate trials, pause and go on. */
  WORK,
  /** Delete. */
  ADMIN;

  public boolean covers(Role needed) {
    return compareTo(needed) >= 0;
  }

  /** As users write it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The role of a token; a token without one makes no sense. */
  public static Optional<Role> ofToken(String word) {
    return Arrays.stream(values())
        .filter(role -> role != ANYONE && role.word().equals(word))
        .findFirst();
  }
}
