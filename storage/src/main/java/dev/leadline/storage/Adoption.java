package dev.leadline.storage;

import dev.leadline.search.NoiseKind;
import dev.leadline.space.Configuration;
import dev.leadline.study.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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

  /** Lets a study learn from results: those in its space, unless it has them already. */
  static Adoption of(List<KnownResult> results, StoredStudy study, Submissions submissions) {
    List<Trial> unmatched = new ArrayList<>(study.trials());
    List<StoredTrial> waiting = waiting(study);
    List<String> leftOut = new ArrayList<>();
    int taken = 0;
    for (KnownResult result : results) {
      try {
        Configuration configuration = result.configuration(study.space());
        Optional<Trial> same =
            unmatched.stream()
                .filter(trial -> trial.configuration().equals(configuration))
                .filter(result::isThatOf)
                .findFirst();
        if (same.isEmpty()) {
          Optional<StoredTrial> awaited =
              waiting.stream()
                  .filter(trial -> isFor(result, configuration, trial, study))
                  .findFirst();
          awaited.ifPresentOrElse(
              trial -> study.tell(trial.number(), result.valueOrNaN(), result.measurements()),
              () -> observe(result, configuration, study, submissions));
          awaited.ifPresent(waiting::remove);
          taken++;
        }
        same.ifPresent(unmatched::remove); // a repeated measurement is known only once
      } catch (IllegalArgumentException e) {
        leftOut.add(result.place() + ": " + e.getMessage());
      }
    }
    return new Adoption(taken, results.size() - taken - leftOut.size(), leftOut);
  }

  /** What is to be tried, and need not be if its value is known; with noise it is tried again. */
  private static List<StoredTrial> waiting(StoredStudy study) {
    boolean isNoisy = study.store().header().noise() != NoiseKind.NONE;
    return new ArrayList<>(
        study.store().trials().stream()
            .filter(trial -> !isNoisy && trial.state() == StoredState.QUEUED)
            .toList());
  }

  private static boolean isFor(
      KnownResult result, Configuration configuration, StoredTrial trial, StoredStudy study) {
    return result.value() != null
        && result.measurements().values().keySet().containsAll(study.problem().metrics())
        && trial.configuration(study.space()).equals(Optional.of(configuration));
  }

  private static void observe(
      KnownResult result, Configuration configuration, StoredStudy study, Submissions submissions) {
    submissions.observe(
        configuration,
        result.value(),
        result.measurements(),
        result.reason(),
        study.store().self());
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
