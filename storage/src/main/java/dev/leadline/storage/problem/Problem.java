package dev.leadline.storage.problem;

import dev.leadline.space.Constraint;
import dev.leadline.space.Parameter;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceBuilder;
import dev.leadline.study.Direction;
import dev.leadline.study.StopRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is to be optimised, and until when. Immutable and thread-safe.
 *
 * @param objective the name of the value, for display
 * @param stop when it is solved well enough: as soon as one of these holds
 */
public record Problem(Space space, Direction direction, String objective, List<StopRule> stop) {

  /** The name of a value that nobody named. */
  public static final String UNNAMED = "value";

  /* A line is a parameter, such as "x=real:0..1", or a keyword and a space, which no name contains. */

  private static final String DEFAULT = "default ";
  private static final String WHEN = "when ";
  private static final String REQUIRE = "require ";
  private static final String STOP = "stop ";
  private static final Pattern GOAL = Pattern.compile("(minimise|maximise) (.*)");

  public Problem {
    stop = List.copyOf(stop);
  }

  /** A problem without an end. */
  public Problem(Space space, Direction direction, String objective) {
    this(space, direction, objective, List.of());
  }

  /** The same problem with another end. */
  public Problem until(List<StopRule> rules) {
    return new Problem(space, direction, objective, rules);
  }

  /** The same problem in another space. */
  public Problem in(Space other) {
    return new Problem(other, direction, objective, stop);
  }

  /** The same text for the same problem, one line per part. */
  public String canonicalText() {
    return Stream.of(
            Stream.of(goal()),
            space.parameters().stream().map(InlineParameter::format),
            space.defaults().values().entrySet().stream()
                .map(entry -> DEFAULT + InlineSettings.format(entry.getKey(), entry.getValue())),
            space.conditions().entrySet().stream()
                .map(entry -> WHEN + entry.getKey() + " " + entry.getValue().description()),
            space.constraints().stream().map(Constraint::description).map(REQUIRE::concat),
            stop.stream().map(StopRule::description).map(STOP::concat))
        .flatMap(lines -> lines)
        .collect(Collectors.joining("\n", "", "\n"));
  }

  /** For example "minimise latency". */
  public String goal() {
    return direction.name().toLowerCase(Locale.ROOT) + " " + objective;
  }

  /**
   * Reads what {@link #canonicalText} wrote.
   *
   * @throws IllegalArgumentException if it is not such a text, or if a constraint was written in
   *     Java, of which only the words are kept
   */
  public static Problem parse(String text) {
    return parse(text, line -> true);
  }

  /** Reads what {@link #canonicalText} wrote, its constraints left aside. */
  public static Problem parseUnconstrained(String text) {
    return parse(text, line -> !line.startsWith(REQUIRE));
  }

  private static Problem parse(String text, Predicate<String> wanted) {
    List<String> lines = text.lines().filter(wanted).toList();
    Matcher goal = GOAL.matcher(lines.isEmpty() ? "" : lines.get(0));
    if (!goal.matches()) {
      throw new InputException(
          "a stored problem", "expected minimise or maximise in its first line but got: " + text);
    }
    Direction direction = Direction.valueOf(goal.group(1).toUpperCase(Locale.ROOT));
    List<StopRule> stop =
        lines.stream()
            .filter(line -> line.startsWith(STOP))
            .map(line -> StopRule.parse(line.substring(STOP.length())))
            .toList();
    List<String> space = lines.stream().skip(1).filter(line -> !line.startsWith(STOP)).toList();
    return new Problem(space(space), direction, goal.group(2), stop);
  }

  private static Space space(List<String> lines) {
    SpaceBuilder builder = Space.builder();
    List<Parameter> parameters = new ArrayList<>();
    for (String line : lines) {
      if (line.startsWith(REQUIRE)) {
        builder.require(line.substring(REQUIRE.length()));
      } else if (line.startsWith(WHEN)) {
        String[] words = line.split(" ", 3);
        builder.when(words[1], words[2]);
      } else if (line.startsWith(DEFAULT)) {
        builder.defaults(InlineSettings.parse(line.substring(DEFAULT.length()), parameters));
      } else {
        parameters.add(InlineParameter.parse(line));
        builder.parameter(parameters.get(parameters.size() - 1));
      }
    }
    return builder.build();
  }
}
