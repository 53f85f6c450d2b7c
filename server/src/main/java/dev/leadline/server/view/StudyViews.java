package dev.leadline.server.view;

import dev.leadline.insight.Contour;
import dev.leadline.insight.Importance;
import dev.leadline.search.Strategy;
import dev.leadline.storage.StorageException;
import dev.leadline.storage.StudySnapshot;
import dev.leadline.study.Front;
import dev.leadline.study.Goals;
import dev.leadline.study.Recommendation;
import dev.leadline.study.Study;
import dev.leadline.study.StudyModel;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/**
 * What can be seen of a study through its model, as JSON: pure functions of a snapshot. Used by one
 * thread at a time, like the strategy.
 */
public final class StudyViews {

  private static final int MOMENTS = 60;

  private final Subject subject;
  private final Study study; // with the first goal alone; not closed: the strategy is not ours

  private StudyViews(Subject subject) {
    this.subject = subject;
    this.study = subject.ofFirstGoal();
  }

  /**
   * Looks at a study.
   *
   * @param strategy what the header names; it stays open
   * @throws StorageException if the snapshot makes no sense
   */
  public static StudyViews of(StudySnapshot snapshot, Strategy strategy) {
    return new StudyViews(Subject.of(snapshot, strategy));
  }

  /**
   * All but the contours. Without a value there is nothing to see but the next trial, and without a
   * trial that keeps the limits there are no slices.
   */
  public ObjectNode insight() {
    Insight insight = new Insight(subject.study());
    subject.problem().several().ifPresent(goals -> insight.volumes(volumes(goals)));
    Optional<StudyModel> found = study.model();
    if (found.isPresent()) {
      try (StudyModel model = found.get()) {
        insight.next(model);
        study.recommend().ifPresent(best -> insight.through(best, model));
        insight.importance(Importance.of(model, subject.header().seed()));
      }
      insight.hindsight(Hindsight.of(subject));
    }
    return insight.json();
  }

  /**
   * What is seen of one of several goals, as if it was the only one, but not what would be tried
   * next.
   *
   * @throws IllegalArgumentException if there is no such goal
   */
  public ObjectNode insight(String goal) {
    ObjectNode json = about(goal).insight();
    json.remove(List.of("next", "forecast", "hopes"));
    json.path("slices").forEach(slice -> ((ObjectNode) slice).remove("next"));
    return json;
  }

  /**
   * The same study as if one of its goals was the only one.
   *
   * @throws IllegalArgumentException if there is no such goal
   */
  public StudyViews about(String goal) {
    return new StudyViews(subject.about(goal));
  }

  /** What the front reached after some of the trials, measured from its reference of now. */
  private SortedMap<Integer, Double> volumes(Goals goals) {
    List<Trial> solutions = subject.trials().stream().filter(subject.study()::isSolution).toList();
    SortedMap<Integer, Double> volumes = new TreeMap<>();
    if (!solutions.isEmpty()) {
      List<Double> reference = Front.of(goals, solutions).reference();
      Map<String, Double> fixed = new HashMap<>();
      for (int k = 0; k < reference.size(); k++) {
        fixed.put(goals.all().get(k).metric(), reference.get(k));
      }
      Goals beyond = goals.beyond(fixed);
      int moments = Math.min(MOMENTS, solutions.size());
      for (int i = 1; i <= moments; i++) {
        List<Trial> known = solutions.subList(0, (int) ((long) i * solutions.size() / moments));
        volumes.put(known.get(known.size() - 1).number(), Front.of(beyond, known).volume());
      }
    }
    return volumes;
  }

  /**
   * The contour of two parameters through the best configuration; empty if there is none yet.
   *
   * @throws IllegalArgumentException if the names are not those of two parameters
   */
  public Optional<ObjectNode> contour(String x, String y) {
    return contours(List.of(x, y)).stream().findFirst();
  }

  /** Those of all pairs of some parameters that can be drawn; none without a best configuration. */
  public List<ObjectNode> contours(List<String> inputs) {
    List<ObjectNode> contours = new ArrayList<>();
    Optional<Recommendation> through = study.recommend();
    Optional<StudyModel> found = through.isEmpty() ? Optional.empty() : study.model();
    if (found.isPresent()) {
      Recommendation best = through.orElseThrow();
      try (StudyModel model = found.get()) {
        for (int i = 0; i < inputs.size(); i++) {
          for (int j = i + 1; j < inputs.size(); j++) {
            if (inputs.size() == 2
                || Contour.isDrawable(model.space(), inputs.get(i), inputs.get(j))) {
              contours.add(ViewJson.contour(contour(best, model, inputs.get(i), inputs.get(j))));
            }
          }
        }
      }
    }
    return contours;
  }

  /** Where one of them does not count through the best one, through the best of those with both. */
  private Contour contour(Recommendation best, StudyModel model, String x, String y) {
    Contour contour = Contour.through(best, model, x, y);
    if (!contour.isBlank()) {
      return contour;
    }
    return subject.trials().stream()
        .filter(trial -> trial.state() == TrialState.COMPLETED)
        .filter(trial -> trial.configuration().has(x) && trial.configuration().has(y))
        .min(
            Comparator.comparing((Trial trial) -> !subject.problem().isKeptBy(trial.measurements()))
                .thenComparing(subject.bestFirst()))
        .map(
            trial ->
                new Recommendation(
                    trial.number(),
                    trial.configuration(),
                    trial.value(),
                    trial.value(),
                    trial.value()))
        .map(other -> Contour.through(other, model, x, y))
        .orElse(contour);
  }
}
