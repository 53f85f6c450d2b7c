package dev.leadline.storage;

import java.io.Serial;

/** A request that a study cannot follow; the message is a sentence for whoever made it. */
public final class RefusedException extends IllegalArgumentException {

  @Serial private static final long serialVersionUID = 1L;

  public RefusedException(String sentence) {
    super(sentence);
  }

  static RefusedException noTrial(int number) {
    return new RefusedException("there is no trial %d; check the number".formatted(number));
  }

  static RefusedException noStudy(String name) {
    return new RefusedException("there is no study '%s' here; check the name".formatted(name));
  }

  static RefusedException nameTaken(String name) {
    return new RefusedException("there is a study '%s' already; use another name".formatted(name));
  }
}
