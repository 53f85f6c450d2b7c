package dev.leadline.lab.method;

import dev.leadline.search.Strategy;
import dev.leadline.study.Strategies;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A strategy of the library in a study of its own for each run, as a user would make it.
 *
 * @param strategy one of {@link #NAMES}
 * @param atOnce how many trials of a study are evaluated at the same time
 */
record StudyMethod(String strategy, int atOnce, MethodContext context) implements Method {

  /** The strategies that are compared through studies. */
  static final List<String> NAMES = List.of("committee", "default");

  private static final Pattern NAME =
      Pattern.compile("(%s)(?:-q([1-9][0-9]{0,3}))?".formatted(String.join("|", NAMES)));

  /** The method of a name such as {@code default} or, for eight at once, {@code default-q8}. */
  static Optional<StudyMethod> named(String name, MethodContext context) {
    Matcher match = NAME.matcher(name);
    return match.matches()
        ? Optional.of(
            new StudyMethod(
                match.group(1),
                match.group(2) == null ? 1 : Integer.parseInt(match.group(2)),
                context))
        : Optional.empty();
  }

  @Override
  public String name() {
    return atOnce == 1 ? strategy : strategy + "-q" + atOnce;
  }

  @Override
  public void require(int dimensions) {
    if (strategy.equals("default")) {
      context.model(strategy, dimensions);
    }
  }

  @Override
  public Proposer start(List<RunHistory> lanes) {
    return new StudyRuns(lanes, atOnce, this::make);
  }

  private Strategy make(RunHistory lane) {
    return strategy.equals("default")
        ? Strategies.pfn(context.model(strategy, lane.dimensions()).load(1))
        : Strategies.committee();
  }
}
