package dev.leadline.app.execute;

import dev.leadline.app.metrics.Outcome;
import dev.leadline.app.report.OutputDirectory;
import dev.leadline.storage.Confirmation;
import dev.leadline.storage.Measurement;
import dev.leadline.storage.Measurement.Subject;
import dev.leadline.storage.StoredStudy;
import dev.leadline.study.Measurements;
import dev.leadline.study.Trial;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Measures the settings of today and those found again, one after the other, turn by turn: a
 * machine that gets slower hurts all alike. For use by one thread.
 */
public final class Turns {

  private static final Duration TICK = Duration.ofMillis(100);

  private final StoredStudy study;
  private final Evaluations evaluations;
  private final StopSignal signal;
  private final PrintWriter out;

  private Turns(StoredStudy study, Evaluations evaluations, StopSignal signal, PrintWriter out) {
    this.study = study;
    this.evaluations = evaluations;
    this.signal = signal;
    this.out = out;
  }

  /** Turns on this machine. */
  public static Turns here(
      StoredStudy study,
      TuningPlan plan,
      OutputDirectory output,
      StopSignal signal,
      PrintWriter out) {
    Evaluator evaluator = new Evaluator(plan, output, study.token());
    TrialWatch watch = new TrialWatch(evaluator, plan.timeout());
    return new Turns(
        study,
        new LocalEvaluations(evaluator, watch, study.token(), signal, Optional.empty()),
        signal,
        out);
  }

  /**
   * What there is to confirm: the settings of today, the best ones, and where values are noisy
   * those that are recommended; the baseline alone if nothing is better.
   */
  public static Map<Subject, Trial> subjects(StoredStudy study) {
    Map<Subject, Trial> subjects = new EnumMap<>(Subject.class);
    study.baseline().ifPresent(today -> subjects.put(Subject.BASELINE, today.trials().get(0)));
    study
        .recommendation()
        .flatMap(recommended -> study.trial(recommended.trial()))
        .ifPresent(trial -> subjects.put(Subject.RECOMMENDED, trial));
    study
        .best()
        .filter(best -> subjects.values().stream().noneMatch(known -> isSame(known, best)))
        .ifPresent(best -> subjects.put(Subject.BEST, best));
    study
        .baseline()
        .ifPresent(
            today ->
                subjects
                    .entrySet()
                    .removeIf(
                        one ->
                            one.getKey() != Subject.BASELINE
                                && today.has(one.getValue().number())));
    return subjects;
  }

  /** The settings of today, and those of a trial as the best. */
  public static Map<Subject, Trial> subjects(StoredStudy study, Trial chosen) {
    Map<Subject, Trial> subjects = new EnumMap<>(Subject.class);
    study.baseline().ifPresent(today -> subjects.put(Subject.BASELINE, today.trials().get(0)));
    subjects.put(Subject.BEST, chosen);
    return subjects;
  }

  private static boolean isSame(Trial one, Trial other) {
    return one.configuration().equals(other.configuration());
  }

  /**
   * Measures so many turns, or what is left of them of a confirmation that was stopped.
   *
   * @param now begins a new one
   * @return empty if a stop was requested
   */
  public Optional<Confirmation> run(Map<Subject, Trial> subjects, int turns, Instant now) {
    Optional<Confirmation> begun = unfinished(subjects, turns);
    Instant begin = begun.map(Confirmation::begun).orElse(now);
    try (evaluations) {
      for (int turn = 0; turn < turns; turn++) {
        List<Map.Entry<Subject, Trial>> order = new ArrayList<>(subjects.entrySet());
        Collections.rotate(order, -turn); // nobody is always the first
        for (Map.Entry<Subject, Trial> one : order) {
          Subject subject = one.getKey();
          int current = turn;
          if (begun.filter(known -> known.has(subject, current)).isPresent()) {
            continue;
          }
          Trial trial = one.getValue();
          Optional<Outcome> outcome = measure(trial);
          if (outcome.isEmpty()) {
            return Optional.empty();
          }
          keep(
              new Measurement(
                  subject,
                  begin,
                  turn,
                  trial.number(),
                  outcome.get().value(),
                  outcome.get().further(),
                  outcome.get().reason()));
        }
      }
    }
    return Confirmation.last(study.problem(), study.store().attachments());
  }

  private String broken(Measurements further) {
    return study.problem().limits().stream()
        .filter(limit -> !limit.isKeptBy(further))
        .map(limit -> ", breaks " + limit.description())
        .collect(Collectors.joining());
  }

  private void keep(Measurement measured) {
    study.store().attach(measured.attachment());
    out.println(
        "turn %d, %s settings: %s"
            .formatted(
                measured.turn() + 1,
                measured.subject() == Subject.BASELINE
                    ? "your"
                    : measured.subject().name().toLowerCase(Locale.ROOT),
                measured.reason().isEmpty()
                    ? measured.value() + broken(measured.further())
                    : "failed: " + measured.reason()));
    out.flush();
  }

  /** The last confirmation, if it is of these trials and was stopped on its way. */
  private Optional<Confirmation> unfinished(Map<Subject, Trial> subjects, int turns) {
    return Confirmation.last(study.problem(), study.store().attachments())
        .filter(last -> last.isOf(subjects) && !last.isComplete(subjects.keySet(), turns));
  }

  /** What came of a trial's command; empty if a stop was requested. */
  private Optional<Outcome> measure(Trial trial) {
    try {
      Path directory = evaluations.newAttempt(trial.number());
      evaluations.start(trial, directory);
      while (!signal.isStopped()) {
        signal.awaitBell(TICK);
        List<Evaluations.Ended> ended = evaluations.ended();
        if (!ended.isEmpty()) {
          evaluations.forget(trial.number());
          return signal.awaitStop(Duration.ZERO)
              ? Optional.empty()
              : Optional.of(ended.get(0).outcome());
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(Outcome.failed(String.valueOf(e.getMessage())));
    }
  }
}
