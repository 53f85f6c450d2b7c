package dev.leadline.storage.problem;

import dev.leadline.space.Constraint;
import dev.leadline.space.Parameter;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceBuilder;
import dev.leadline.study.Direction;
import dev.leadline.study.Limit;
import dev.leadline.study.Measurements;
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
 * @param limits on what else is measured; what is beyond one is no solution
 * @param stop when it is solved well enough: as soon as one of these holds
 */
public record Problem(
    Space space, Direction direction, String objective, List<Limit> limits, List<StopRule> stop) {

  /** The name of a value that nobody named. */
  public static final String UNNAMED = "value";

  /* A line is a parameter, such as "x=real:0..1", or a keyword and a space, which no name contains. */

  private static final String DEFAULT = "default ";
  private static final String WHEN = "when ";
  private static final String REQUIRE = "require ";
  private static final String LIMIT = "limit ";
  private static final String STOP = "stop ";
  private static final Pattern GOAL = Pattern.compile("(minimise|maximise) (.*)");

  public Problem {
    limits = List.copyOf(limits);
    stop = List.copyOf(stop);
    for (int i = 0; i < limits.size(); i++) {
      requireFit(limits.get(i), limits.subList(0, i), objective, space);
    }
  }

  /** A problem without limits and without an end. */
  public Problem(Space space, Direction direction, String objective) {
    this(space, direction, objective, List.of(), List.of());
  }

  /**
   * The same problem with one limit more.
   *
   * @throws IllegalArgumentException if it does not fit the problem
   */
  public Problem within(Limit limit) {
    List<Limit> more = new ArrayList<>(limits);
    more.add(limit);
    return new Problem(space, direction, objective, more, stop);
  }

  /** The names of what a result must have besides its value. */
  public List<String> metrics() {
    return limits.stream().map(Limit::metric).distinct().toList();
  }

  /** Whether what was measured keeps all limits; what was not measured keeps none. */
  public boolean isKeptBy(Measurements measured) {
    return limits.stream().allMatch(limit -> limit.isKeptBy(measured));
  }

  /** The same problem with another end. */
  public Problem until(List<StopRule> rules) {
    return new Problem(space, direction, objective, limits, rules);
  }

  /** The same problem in another space. */
  public Problem in(Space other) {
    return new Problem(other, direction, objective, limits, stop);
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
            limits.stream().map(Limit::description).map(LIMIT::concat),
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
    List<String> space =
        lines.stream()
            .skip(1)
            .filter(line -> !line.startsWith(STOP) && !line.startsWith(LIMIT))
            .toList();
    return new Problem(
        space(space),
        direction,
        goal.group(2),
        after(LIMIT, lines).map(Limit::parse).toList(),
        after(STOP, lines).map(StopRule::parse).toList());
  }

  /** What stands behind a keyword, line by line. */
  private static Stream<String> after(String keyword, List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith(keyword))
        .map(line -> line.substring(keyword.length()));
  }

  private static void requireFit(Limit limit, List<Limit> before, String objective, Space space) {
    String metric = limit.metric();
    if (metric.equals(objective) || metric.equals(UNNAMED)) {
      throw new IllegalArgumentException(
          "expected a limit on something besides the value but '%s' is what is optimised; remove the limit"
              .formatted(metric));
    }
    if (space.parameters().stream().anyMatch(parameter -> parameter.name().equals(metric))) {
      throw new IllegalArgumentException(
          "expected a limit on something that is measured but '%s' is a parameter; limit it by its range or by require"
              .formatted(metric));
    }
    if (before.stream()
        .anyMatch(other -> other.metric().equals(metric) && other.side() == limit.side())) {
      throw new IllegalArgumentException(
          "expected one limit on each side of '%s' but got another; remove one".formatted(metric));
    }
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
