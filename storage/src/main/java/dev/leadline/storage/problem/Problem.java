package dev.leadline.storage.problem;

import dev.leadline.early.EarlyStop;
import dev.leadline.space.Configuration;
import dev.leadline.space.Constraint;
import dev.leadline.space.Parameter;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceBuilder;
import dev.leadline.study.Direction;
import dev.leadline.study.Front;
import dev.leadline.study.Goal;
import dev.leadline.study.Goals;
import dev.leadline.study.Limit;
import dev.leadline.study.Measurements;
import dev.leadline.study.StopRule;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is to be optimised, and until when. Immutable and thread-safe.
 *
 * @param objective the name of the value, for display
 * @param several the goals, if there are several; the first of them is the objective
 * @param limits on what else is measured; what is beyond one is no solution
 * @param stop when it is solved well enough: as soon as one of these holds
 * @param early which trials are ended before they are complete, if any are
 */
public record Problem(
    Space space,
    Direction direction,
    String objective,
    Optional<Goals> several,
    List<Limit> limits,
    List<StopRule> stop,
    Optional<EarlyStop> early) {

  /** The name of a value that nobody named. */
  public static final String UNNAMED = "value";

  /* A line is a parameter, such as "x=real:0..1", or a keyword and a space, which no name contains. */

  private static final String DEFAULT = "default ";
  private static final String WHEN = "when ";
  private static final String REQUIRE = "require ";
  private static final String ALSO = "also ";
  private static final String REFERENCE = "reference ";
  private static final String LIMIT = "limit ";
  private static final String STOP = "stop ";
  private static final String EARLY = "early ";
  private static final Pattern GOAL = Pattern.compile("(minimise|maximise) (.*)", Pattern.DOTALL);

  public Problem {
    limits = List.copyOf(limits);
    stop = List.copyOf(stop);
    if (objective.indexOf('\n') >= 0 || objective.indexOf('\r') >= 0) { // it is kept in one line
      throw new IllegalArgumentException(
          "expected the name of the value in one line but got '%s'".formatted(objective));
    }
    several.ifPresent(goals -> requireMeasured(goals, space));
    if (several.isPresent() && early.isPresent()) {
      throw new IllegalArgumentException(
          "expected one goal where trials are ended early but got several; remove early");
    }
    for (int i = 0; i < limits.size(); i++) {
      requireFit(limits.get(i), limits.subList(0, i), objective, space);
    }
  }

  /** A problem without limits and without an end. */
  public Problem(Space space, Direction direction, String objective) {
    this(space, direction, objective, Optional.empty(), List.of(), List.of(), Optional.empty());
  }

  /**
   * The same problem with one limit more.
   *
   * @throws IllegalArgumentException if it does not fit the problem
   */
  public Problem within(Limit limit) {
    limits.forEach(limit::requireRoomBeside);
    List<Limit> more = Stream.concat(limits.stream(), Stream.of(limit)).toList();
    return new Problem(space, direction, objective, several, more, stop, early);
  }

  /**
   * The same problem with several goals in the place of one.
   *
   * @throws IllegalArgumentException if a rule when to end it needs one goal
   */
  public Problem with(Goals goals) {
    stop.forEach(Problem::requireFit);
    Goal first = goals.first();
    return new Problem(
        space, first.direction(), first.metric(), Optional.of(goals), limits, stop, early);
  }

  /**
   * The settings of today: the defaults, where every parameter that counts has one and they keep
   * the constraints.
   */
  public Optional<Configuration> baseline() {
    try {
      return Optional.of(space.require(space.defaults()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** What is wanted: the goals, or the one there is. */
  public List<Goal> wanted() {
    return several.map(Goals::all).orElseGet(() -> List.of(new Goal(objective, direction)));
  }

  /** The names of what a result must have besides its value. */
  public List<String> metrics() {
    return Stream.concat(
            several.stream().flatMap(goals -> goals.further().stream()),
            limits.stream().map(Limit::metric))
        .distinct()
        .toList();
  }

  /** Whether what was measured keeps all limits; what was not measured keeps none. */
  public boolean isKeptBy(Measurements measured) {
    return limits.stream().allMatch(limit -> limit.isKeptBy(measured));
  }

  /** What none of some trials betters in everything, if there are several goals. */
  public Optional<Front> front(List<Trial> trials) {
    return several.map(
        goals ->
            Front.of(
                goals,
                trials.stream()
                    .filter(trial -> trial.state() == TrialState.COMPLETED)
                    .filter(trial -> isKeptBy(trial.measurements()))
                    .toList()));
  }

  /** The same problem with another end. */
  public Problem until(List<StopRule> rules) {
    return new Problem(space, direction, objective, several, limits, rules, early);
  }

  /**
   * The same problem with one more rule when to end it.
   *
   * @throws IllegalArgumentException if it does not fit the problem
   */
  public Problem until(StopRule rule) {
    several.ifPresent(goals -> requireFit(rule));
    return until(Stream.concat(stop.stream(), Stream.of(rule)).toList());
  }

  /** The same problem, whose trials are ended early as this says. */
  public Problem endingEarly(Optional<EarlyStop> other) {
    return new Problem(space, direction, objective, several, limits, stop, other);
  }

  /** The same problem in another space. */
  public Problem in(Space other) {
    return new Problem(other, direction, objective, several, limits, stop, early);
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
            several.stream()
                .flatMap(goals -> goals.all().stream().skip(1))
                .map(goal -> ALSO + goal.description()),
            several.stream()
                .flatMap(goals -> new TreeMap<>(goals.reference()).entrySet().stream())
                .map(entry -> REFERENCE + entry.getKey() + "=" + entry.getValue()),
            limits.stream().map(Limit::description).map(LIMIT::concat),
            stop.stream().map(StopRule::description).map(STOP::concat),
            early.stream().map(EarlyStop::toString).map(EARLY::concat))
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

  /**
   * Reads what {@link #canonicalText} wrote as far as it can be read: if a constraint was written
   * in Java, all constraints are left aside.
   */
  public static Problem parseReadable(String text) {
    try {
      return parse(text);
    } catch (IllegalArgumentException e) {
      return parseUnconstrained(text);
    }
  }

  /** Reads what {@link #canonicalText} wrote, its constraints left aside. */
  public static Problem parseUnconstrained(String text) {
    return parse(text, line -> !line.startsWith(REQUIRE));
  }

  private static Problem parse(String text, Predicate<String> wanted) {
    List<String> lines = text.lines().filter(wanted).toList();
    Matcher goal = goal(lines.isEmpty() ? "" : lines.get(0));
    List<String> space =
        lines.stream()
            .skip(1)
            .filter(
                line -> Stream.of(STOP, LIMIT, EARLY, ALSO, REFERENCE).noneMatch(line::startsWith))
            .toList();
    return new Problem(
        space(space),
        direction(goal),
        goal.group(2),
        goals(lines),
        after(LIMIT, lines).map(Limit::parse).toList(),
        after(STOP, lines).map(StopRule::parse).toList(),
        after(EARLY, lines).map(EarlyStop::parse).findFirst());
  }

  private static Optional<Goals> goals(List<String> lines) {
    List<String> further = after(ALSO, lines).toList();
    if (further.isEmpty()) {
      return Optional.empty();
    }
    List<Goal> all =
        Stream.concat(Stream.of(lines.get(0)), further.stream())
            .map(Problem::goal)
            .map(goal -> new Goal(goal.group(2), direction(goal)))
            .toList();
    Map<String, Double> reference = new TreeMap<>();
    for (String line : after(REFERENCE, lines).toList()) {
      int equals = line.lastIndexOf('='); // a name may have one, too
      reference.put(line.substring(0, equals), Double.valueOf(line.substring(equals + 1)));
    }
    return Optional.of(new Goals(all, reference));
  }

  private static Matcher goal(String line) {
    Matcher goal = GOAL.matcher(line);
    if (!goal.matches()) {
      throw new InputException(
          "a stored problem", "expected minimise or maximise and a name but got: " + line);
    }
    return goal;
  }

  private static Direction direction(Matcher goal) {
    return Direction.valueOf(goal.group(1).toUpperCase(Locale.ROOT));
  }

  /** What stands behind a keyword, line by line. */
  private static Stream<String> after(String keyword, List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith(keyword))
        .map(line -> line.substring(keyword.length()));
  }

  private static void requireFit(StopRule rule) {
    if (rule.needsOneGoal()) {
      throw new IllegalArgumentException(
          "expected a rule by trials, failed, stalled, minutes or cost but got '%s': several goals"
                  .formatted(rule)
              + " have no best value");
    }
  }

  private static void requireMeasured(Goals goals, Space space) {
    for (Goal goal : goals.all()) {
      if (space.parameters().stream().anyMatch(p -> p.name().equals(goal.metric()))) {
        throw new IllegalArgumentException(
            "expected goals that are measured but '%s' is a parameter".formatted(goal.metric()));
      }
    }
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
