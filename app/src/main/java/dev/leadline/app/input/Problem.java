package dev.leadline.app.input;

import dev.leadline.space.Constraint;
import dev.leadline.space.Space;
import dev.leadline.study.Direction;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is to be optimised: a space, a direction and a name for the value. Immutable, thread-safe.
 *
 * @param objective the name of the value, for display
 */
public record Problem(Space space, Direction direction, String objective) {

  /** The name of a value that nobody named. */
  public static final String UNNAMED = "value";

  /** The same text for the same problem, one line per part. */
  public String canonicalText() {
    return Stream.of(
            Stream.of(direction.name().toLowerCase(Locale.ROOT) + " " + objective),
            space.parameters().stream().map(InlineParameter::format),
            space.constraints().stream().map(Constraint::description).map("require "::concat))
        .flatMap(lines -> lines)
        .collect(Collectors.joining("\n", "", "\n"));
  }
}
