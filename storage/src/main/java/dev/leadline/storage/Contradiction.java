package dev.leadline.storage;

import dev.leadline.search.NoiseKind;
import dev.leadline.space.SignificantDigits;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Prediction;
import dev.leadline.study.Strategies;
import dev.leadline.study.Study;
import dev.leadline.study.StudyModel;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialState;
import java.util.List;
import java.util.Optional;

/**
 * A study measures something else than the results it took from elsewhere let expect. Immutable and
 * thread-safe.
 *
 * @param contrary so many of its own values are far from what was expected
 * @param own how many there are
 * @param example one that is, with the value that was expected
 */
public record Contradiction(int contrary, int own, Trial example, double expected) {

  /* The committee learns from the results that were taken alone and predicts each own value. One is far off if it is beyond
   * three times the 80 % interval, and by a quarter of the deviation of those results, which noise alone explains. */

  private static final int FEWEST = 4;
  private static final int MOST = 200; // more results say no more, and take seconds
  private static final double FAR = 1.5;
  private static final double LEAST = 0.25;

  /** What is wrong in a study with these trials: more than half of its own values are far off. */
  public static Optional<Contradiction> of(Problem problem, List<StoredTrial> trials) {
    List<Trial> taken = completed(problem, trials.stream().filter(t -> t.attempts() == 0).toList());
    List<Trial> own = completed(problem, trials.stream().filter(t -> t.attempts() > 0).toList());
    if (taken.size() < FEWEST || own.size() < FEWEST || problem.several().isPresent()) {
      return Optional.empty();
    }
    double mean = taken.stream().mapToDouble(Trial::value).average().orElseThrow();
    double deviation =
        Math.sqrt(
            taken.stream()
                .mapToDouble(trial -> (trial.value() - mean) * (trial.value() - mean))
                .average()
                .orElseThrow());
    try (Study study =
            Study.builder(problem.space())
                .direction(problem.direction())
                .noise(NoiseKind.UNKNOWN)
                .strategy(Strategies.committee())
                .records(taken)
                .build();
        StudyModel model = study.model().orElseThrow()) {
      List<Prediction> expected = model.at(own.stream().map(Trial::configuration).toList());
      int contrary = 0;
      int worst = 0;
      for (int i = 0; i < own.size(); i++) {
        double off = off(own, expected, i);
        Prediction one = expected.get(i);
        contrary += off > Math.max(FAR * (one.high() - one.low()), LEAST * deviation) ? 1 : 0;
        worst = off > off(own, expected, worst) ? i : worst;
      }
      return 2 * contrary <= own.size()
          ? Optional.empty()
          : Optional.of(
              new Contradiction(
                  contrary, own.size(), own.get(worst), expected.get(worst).median()));
    }
  }

  private static double off(List<Trial> own, List<Prediction> expected, int i) {
    return Math.abs(own.get(i).value() - expected.get(i).median());
  }

  private static List<Trial> completed(Problem problem, List<StoredTrial> trials) {
    return trials.stream()
        .flatMap(trial -> trial.record(problem.space()).stream())
        .filter(trial -> trial.state() == TrialState.COMPLETED)
        .limit(MOST)
        .toList();
  }

  /** A sentence that says what to do. */
  public String words() {
    double range = Math.abs(example.value() - expected);
    return "%d of %d values contradict the results that were taken from elsewhere (trial %d gave %s where %s was to be expected); if these are of another version, machine or load, begin a new study with --related in the place of --from"
        .formatted(
            contrary,
            own,
            example.number(),
            SignificantDigits.text(example.value(), range),
            SignificantDigits.text(expected, range));
  }
}
