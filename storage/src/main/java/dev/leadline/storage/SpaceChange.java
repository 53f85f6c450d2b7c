package dev.leadline.storage;

import dev.leadline.space.Parameter;
import dev.leadline.storage.problem.ParameterKind;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Goals;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The way from the canonical text of one problem to that of another. Immutable and thread-safe.
 *
 * @param stored what a study is about
 * @param wanted what it is to be about from now on
 */
record SpaceChange(String stored, String wanted) {

  /* What was learnt stays true as long as every value that was measured has a place in what is wanted: the goal is the
  same, no parameter is gone or of another kind, and what is new has a default, which the old trials are taken to have
  had. Bounds, options and constraints may change: trials outside of them are kept and left aside. */

  /** Why what was learnt of the one would be of no use for the other, if that is so. */
  Optional<String> obstacle() {
    if (stored.equals(wanted)) {
      return Optional.empty();
    }
    Problem old = Problem.parseUnconstrained(stored);
    Problem now = Problem.parseUnconstrained(wanted);
    if (old.direction() != now.direction() || !old.objective().equals(now.objective())) {
      return Optional.of(differ(line(stored, 0), line(wanted, 0)));
    }
    if (!old.several().map(Goals::all).equals(now.several().map(Goals::all))) {
      return Optional.of(differ(goals(old), goals(now)));
    }
    for (Parameter parameter : old.space().parameters()) {
      Optional<Parameter> successor = find(now, parameter.name());
      if (successor.isEmpty()) {
        return Optional.of("it has '%s', which this run lacks".formatted(parameter.name()));
      }
      if (ParameterKind.of(parameter) != ParameterKind.of(successor.get())) {
        return Optional.of(differ(text(stored, parameter), text(wanted, parameter)));
      }
    }
    return now.space().parameters().stream()
        .filter(parameter -> find(old, parameter.name()).isEmpty())
        .filter(added -> !now.space().defaults().values().containsKey(added.name()))
        .findFirst()
        .map(
            added ->
                "it lacks '%s'; give that a default, which its trials are taken to have had"
                    .formatted(added.name()));
  }

  private static String goals(Problem problem) {
    return problem.several().map(Goals::words).orElse(problem.goal());
  }

  /** What is different, a few words each. */
  List<String> words() {
    List<String> before = new ArrayList<>(stored.lines().toList());
    List<String> after = new ArrayList<>(wanted.lines().toList());
    List<String> common = before.stream().filter(after::contains).toList();
    before.removeAll(common);
    after.removeAll(common);
    List<String> words = new ArrayList<>();
    for (String line : after) {
      Optional<String> was = before.stream().filter(old -> key(old).equals(key(line))).findFirst();
      was.ifPresent(before::remove);
      words.add(was.map(old -> "%s instead of %s".formatted(line, old)).orElse(line + " is new"));
    }
    before.forEach(line -> words.add(line + " is gone"));
    return words;
  }

  private static String differ(String old, String now) {
    return "it has '%s' where this run has '%s'".formatted(old, now);
  }

  private static Optional<Parameter> find(Problem problem, String name) {
    return problem.space().parameters().stream()
        .filter(parameter -> parameter.name().equals(name))
        .findFirst();
  }

  private static String text(String problem, Parameter parameter) {
    return problem
        .lines()
        .filter(line -> key(line).equals(parameter.name()))
        .findFirst()
        .orElseThrow();
  }

  /** What stands before the equals sign, or all of a line that has none. */
  private static String key(String line) {
    return line.split("=", 2)[0];
  }

  private static String line(String text, int index) {
    return text.lines().skip(index).findFirst().orElse("nothing");
  }
}
