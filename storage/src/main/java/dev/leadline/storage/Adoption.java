package dev.leadline.storage;

import java.util.List;

/**
 * What a study made of results that were measured elsewhere. Immutable and thread-safe.
 *
 * @param taken how many it learnt from
 * @param known how many it had already
 * @param leftOut those that are not in its space, a sentence each
 */
public record Adoption(int taken, int known, List<String> leftOut) {

  public Adoption {
    leftOut = List.copyOf(leftOut);
  }

  /** The same in a few words; the first of the sentences stands for all. */
  public String words() {
    String rest =
        leftOut.isEmpty()
            ? ""
            : "; %d left out, the first because: %s".formatted(leftOut.size(), leftOut.get(0));
    return "%s%s%s"
        .formatted(
            taken == 1 ? "1 result" : taken + " results",
            known == 0 ? "" : " (%d more were known)".formatted(known),
            rest);
  }
}
