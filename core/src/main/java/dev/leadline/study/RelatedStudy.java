package dev.leadline.study;

import dev.leadline.space.Parameter;
import dev.leadline.space.Space;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * An earlier study of a like problem: another version, machine, data set or load. Immutable and
 * thread-safe.
 *
 * @param name what it is called when something is said of it
 * @param space its own, whose ranges, options and scales may be others than those of a new study
 * @param goals what it was after; the value of a trial is the first, the others were measured
 *     besides
 * @param trials all of them; those that have not finished say nothing
 */
public record RelatedStudy(String name, Space space, List<Goal> goals, List<Trial> trials) {

  /** A study learns from so many others at most. */
  public static final int MOST = 30;

  public RelatedStudy {
    goals = List.copyOf(goals);
    trials = List.copyOf(trials);
    if (name.isBlank() || name.indexOf('\n') >= 0 || name.indexOf('\r') >= 0) {
      throw new IllegalArgumentException(
          "expected the name of an earlier study in one line but got '%s'".formatted(name));
    }
    if (goals.isEmpty()) {
      throw new IllegalArgumentException(
          "expected what the earlier study '%s' was after but got no goal".formatted(name));
    }
  }

  /** One whose value has no name. */
  public static RelatedStudy of(String name, Space space, Direction direction, List<Trial> trials) {
    return new RelatedStudy(name, space, List.of(new Goal(Goal.UNNAMED, direction)), trials);
  }

  /**
   * What a new study can learn from it: its trials at the settings of like-named inputs.
   *
   * @param into the space of the new study
   * @param wanted what the new study is after
   * @throws IllegalArgumentException if nothing can be learnt from it, with a sentence why
   */
  public Match match(Space into, List<Goal> wanted) {
    requireInput(into);
    List<Integer> metrics = wanted.stream().map(this::metric).toList();
    PlacedTrials placed = new PlacedTrials(this, into);
    List<Trial> told = new ArrayList<>();
    for (Trial trial : trials) {
      inTermsOf(wanted, metrics, trial).flatMap(placed::place).ifPresent(told::add);
    }
    if (told.isEmpty()) {
      throw new IllegalArgumentException(
          placed
              .firstMisfit()
              .map(
                  reason ->
                      "expected an earlier study with a trial that this one could try but of '%s' none is: %s"
                          .formatted(name, reason))
              .orElseGet(
                  () ->
                      "expected an earlier study with a finished trial but '%s' has none; leave it out"
                          .formatted(name)));
    }
    return new Match(new RelatedStudy(name, into, wanted, told), placed.sentence(told.size()));
  }

  /**
   * An earlier study as a new one sees it.
   *
   * @param study its trials in the space and with the goals of the new study
   * @param sentence what was matched, what was not and why
   */
  public record Match(RelatedStudy study, String sentence) {}

  /**
   * At most so many of the trials, in their order: of completed and failed ones an even share of
   * each kind, of the completed ones half the best and an even sample of the rest.
   */
  List<Trial> telling(int most) {
    if (trials.size() <= most) {
      return trials;
    }
    List<Trial> failed = trials.stream().filter(t -> t.state() == TrialState.FAILED).toList();
    List<Trial> ranked =
        trials.stream()
            .filter(t -> t.state() != TrialState.FAILED)
            .sorted(Comparator.comparingDouble(t -> goals.get(0).direction().minimised(t.value())))
            .toList();
    int failures = Math.min(failed.size(), most * failed.size() / trials.size());
    int best = Math.min(ranked.size(), (most - failures) / 2);
    List<Trial> told = new ArrayList<>(evenly(failed, failures));
    told.addAll(ranked.subList(0, best));
    told.addAll(evenly(ranked.subList(best, ranked.size()), most - failures - best));
    told.sort(Comparator.comparingInt(Trial::number));
    return List.copyOf(told);
  }

  private static List<Trial> evenly(List<Trial> all, int some) {
    return IntStream.range(0, Math.min(some, all.size()))
        .mapToObj(i -> all.get((int) ((long) i * all.size() / some)))
        .toList();
  }

  private void requireInput(Space into) {
    Set<String> names = names(space);
    if (into.parameters().stream().noneMatch(parameter -> names.contains(parameter.name()))) {
      throw new IllegalArgumentException(
          "expected an earlier study with an input of this one but '%s' has %s and this one has %s; leave it out"
              .formatted(name, String.join(", ", names), String.join(", ", names(into))));
    }
  }

  private static Set<String> names(Space space) {
    return space.parameters().stream()
        .map(Parameter::name)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** The place of a wanted goal among those of this study; −1 if it was measured besides. */
  private int metric(Goal goal) {
    for (int i = 0; i < goals.size(); i++) {
      Goal own = goals.get(i);
      boolean isUnnamed = i == 0 && (own.isUnnamed() || goal.isUnnamed());
      if (isUnnamed || own.metric().equals(goal.metric())) {
        if (own.direction() != goal.direction()) {
          throw new IllegalArgumentException(
              "expected an earlier study with the goal '%s' but that of '%s' is '%s'; leave it out"
                  .formatted(goal.description(), name, own.description()));
        }
        return i;
      }
    }
    if (trials.stream().noneMatch(trial -> trial.measurements().get(goal.metric()).isPresent())) {
      throw new IllegalArgumentException(
          "expected an earlier study that measured '%s' but '%s' has %s; leave it out"
              .formatted(
                  goal.metric(),
                  name,
                  goals.stream().map(Goal::metric).collect(Collectors.joining(", "))));
    }
    return -1;
  }

  /** A finished trial whose value is that of the first wanted goal, the others measured besides. */
  private Optional<Trial> inTermsOf(List<Goal> wanted, List<Integer> metrics, Trial trial) {
    return switch (trial.state()) {
      case RUNNING -> Optional.empty();
      case FAILED -> Optional.of(trial);
      case STOPPED -> metrics.equals(List.of(0)) ? Optional.of(trial) : Optional.empty();
      case COMPLETED -> completed(wanted, metrics, trial);
    };
  }

  private Optional<Trial> completed(List<Goal> wanted, List<Integer> metrics, Trial trial) {
    Measurements measured = trial.measurements();
    if (!goals.get(0).isUnnamed()) {
      measured = measured.with(goals.get(0).metric(), trial.value());
    }
    List<Double> values = new ArrayList<>();
    for (int k = 0; k < wanted.size(); k++) {
      double value =
          metrics.get(k) == 0
              ? trial.value()
              : measured.get(wanted.get(k).metric()).orElse(Double.NaN);
      values.add(value);
      measured =
          k > 0 && Double.isFinite(value) ? measured.with(wanted.get(k).metric(), value) : measured;
    }
    if (values.stream().anyMatch(value -> !Double.isFinite(value))) {
      return Optional.empty();
    }
    return Optional.of(
        Trial.completed(
            trial.number(),
            trial.configuration(),
            values.get(0),
            measured.without(wanted.get(0).metric())));
  }
}
