package dev.leadline.study;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * What a study has learnt of an earlier one. Immutable and thread-safe.
 *
 * @param name of the earlier study
 * @param matched what of it was matched, what was not and why, in a sentence
 * @param observations so many of its trials enter the model
 * @param likeness to this study, found from the values so far: near 1 where it is alike, near 0
 *     where it is not, negative where what was good there is bad here; empty before there are
 *     values
 */
public record Relative(String name, String matched, int observations, OptionalDouble likeness) {

  /** From here on studies are called alike; the other way round, opposed. */
  private static final double ALIKE = 0.3;

  /** How alike all of them are in a sentence, if there are any. */
  public static Optional<String> words(List<Relative> relatives) {
    return relatives.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "earlier studies: "
                + relatives.stream().map(Relative::words).collect(Collectors.joining("; ")));
  }

  /** How alike it is, for example {@code nightly-3: alike, 0.93}. */
  public String words() {
    if (likeness.isEmpty()) {
      return name + ": not compared yet";
    }
    double number = likeness.getAsDouble();
    if (Math.abs(number) < ALIKE) {
      return name + ": not alike";
    }
    return "%s: %s, %.2f".formatted(name, number > 0 ? "alike" : "opposed", number);
  }
}
