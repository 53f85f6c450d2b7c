package dev.leadline.lab.method;

import dev.leadline.early.EarlyStop;
import dev.leadline.lab.problem.Outcome;
import dev.leadline.lab.problem.Told;
import dev.leadline.lengthscale.LengthscaleNetwork;
import dev.leadline.search.Strategy;
import dev.leadline.study.Strategies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A strategy of the library in a study of its own for each run, as a user would make it.
 *
 * @param name such as {@code default}, {@code default-q8} for eight trials at once, {@code
 *     default:related} told of earlier studies, or {@code default+median} with a rule that ends
 *     trials early
 * @param strategy one of {@link #NAMES}
 * @param atOnce how many trials of a study are evaluated at the same time
 */
record StudyMethod(
    String name,
    String strategy,
    int atOnce,
    Optional<EarlierStudies> earlier,
    Optional<EarlyStop> early,
    MethodContext context)
    implements Method {

  private static final String DEFAULT = "default";

  /** The strategies that are compared through studies. */
  static final List<String> NAMES = List.of("committee", DEFAULT, "random");

  private static final Pattern NAME =
      Pattern.compile(
          "(%s)(?:-q([1-9][0-9]{0,3}))?(?::([^+]+))?(?:\\+(.+))?"
              .formatted(String.join("|", NAMES)));

  /** The method of a name, if it is one of a study. */
  static Optional<StudyMethod> named(String name, MethodContext context) {
    Matcher match = NAME.matcher(name);
    return match.matches()
        ? Optional.of(
            new StudyMethod(
                name,
                match.group(1),
                match.group(2) == null ? 1 : Integer.parseInt(match.group(2)),
                Optional.ofNullable(match.group(3)).map(EarlierStudies::named),
                Optional.ofNullable(match.group(4)).map(EarlyStop::parse),
                context))
        : Optional.empty();
  }

  @Override
  public Proposer start(List<RunHistory> runs) {
    List<StudyRun> studies = runs.stream().map(run -> new StudyRun(run, this, made(run))).toList();
    return new Proposer() {
      @Override
      public double[][] propose() {
        return studies.stream().map(StudyRun::next).toArray(double[][]::new);
      }

      @Override
      public List<Told> tell(List<Outcome> outcomes) {
        return IntStream.range(0, outcomes.size())
            .mapToObj(i -> studies.get(i).tell(outcomes.get(i)))
            .toList();
      }

      @Override
      public void close() {
        studies.forEach(StudyRun::close);
      }
    };
  }

  private Strategy made(RunHistory run) {
    if (!strategy.equals(DEFAULT)) {
      return Strategies.named(strategy);
    }
    Optional<Path> weights = context.weights(strategy, run.dimensions());
    try {
      return weights.isPresent()
          ? Strategies.network(LengthscaleNetwork.load(weights.get()))
          : Strategies.standard();
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }
}
