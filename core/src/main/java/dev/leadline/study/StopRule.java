package dev.leadline.study;

import dev.leadline.space.Configuration;
import dev.leadline.space.Constraint;
import dev.leadline.space.Parameter;
import dev.leadline.space.RealParameter;
import dev.leadline.space.Scale;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * When a study has done enough: a condition on where it stands, such as {@code best <= 0.4 or
 * stalled >= 20}. Immutable and thread-safe.
 *
 * <p>It is written as constraints are, with these words: {@code trials} with a result, {@code
 * failed} of them; {@code best} value; {@code stalled}, the trials since the best one; {@code
 * minutes} that it took; {@code cost}; {@code chance}, as the model sees it, that the next ten
 * trials better the best value by more than a hundredth of the range; {@code gain}, by how much of
 * the range they are expected to better it. See {@link ImprovementForecast} for the range.
 */
public final class StopRule {

  /** The words of the language; what they stand for is in {@link #value}. */
  private enum Word {
    TRIALS,
    FAILED,
    BEST,
    STALLED,
    MINUTES,
    COST,
    CHANCE,
    GAIN;

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final double HUGE = Double.MAX_VALUE / 4;
  private static final List<Parameter> WORDS =
      Arrays.stream(Word.values())
          .<Parameter>map(word -> new RealParameter(word.text(), -HUGE, HUGE, Scale.LINEAR))
          .toList();
  private static final MathContext SHORT = new MathContext(4);

  private final Constraint condition;

  private StopRule(Constraint condition) {
    this.condition = condition;
  }

  /**
   * Reads a rule.
   *
   * @throws IllegalArgumentException if it has an error; the message says where
   */
  public static StopRule parse(String expression) {
    return new StopRule(Constraint.parse(expression, WORDS));
  }

  /** The expression. */
  public String description() {
    return condition.description();
  }

  /** Whether it is about the best value, which a study with several goals does not have. */
  public boolean needsOneGoal() {
    return !Collections.disjoint(
        condition.names(), List.of(Word.BEST.text(), Word.CHANCE.text(), Word.GAIN.text()));
  }

  /**
   * Why a study should stop now, if it should. A rule about chance or gain asks the model, which
   * takes as long as a suggestion.
   *
   * @param time how long it took so far
   * @param cost what it cost so far
   */
  public Optional<String> reason(Study study, Duration time, double cost) {
    StudyProgress progress = StudyProgress.of(study, time, cost);
    boolean asksTheModel =
        !Collections.disjoint(condition.names(), List.of(Word.CHANCE.text(), Word.GAIN.text()));
    return reason(
        asksTheModel ? progress.with(ImprovementForecast.of(study)) : progress, study.direction());
  }

  Optional<String> reason(StudyProgress progress, Direction direction) {
    Configuration values = Configuration.empty();
    for (Word word : Word.values()) {
      values = values.with(word.text(), value(word, progress, direction));
    }
    return condition.holds(values) ? Optional.of(sentence(values)) : Optional.empty();
  }

  /** What is not known yet may still become good. */
  private static double value(Word word, StudyProgress progress, Direction direction) {
    return switch (word) {
      case TRIALS -> progress.trials();
      case FAILED -> progress.failed();
      case BEST -> progress.best().orElse(direction.minimised(HUGE));
      case STALLED -> progress.stalled();
      case MINUTES -> progress.time().toMillis() / 60e3;
      case COST -> progress.cost();
      case CHANCE ->
          progress
              .forecast()
              .map(forecast -> forecast.chance(ImprovementForecast.SMALL))
              .orElse(1.0);
      case GAIN -> progress.forecast().map(ImprovementForecast::gain).orElse(HUGE);
    };
  }

  private String sentence(Configuration values) {
    return "%s (%s)"
        .formatted(
            condition.description(),
            Arrays.stream(Word.values())
                .map(Word::text)
                .filter(condition.names()::contains)
                .map(word -> word + " " + shortened(values.real(word)))
                .collect(Collectors.joining(", ")));
  }

  private static String shortened(double number) {
    return new BigDecimal(number).round(SHORT).stripTrailingZeros().toPlainString();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StopRule rule && rule.description().equals(description());
  }

  @Override
  public int hashCode() {
    return description().hashCode();
  }

  @Override
  public String toString() {
    return description();
  }
}
