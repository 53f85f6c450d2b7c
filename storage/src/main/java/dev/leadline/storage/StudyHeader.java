package dev.leadline.storage;

import dev.leadline.search.NoiseKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a study is about, as a store keeps it. Immutable and thread-safe.
 *
 * @param space the canonical text of the space and the objective, as it is now
 * @param command what is tuned, for display; empty if the trials are evaluated elsewhere
 * @param strategy the strategy that suggests now
 * @param seed the seed that counts now
 * @param noise whether the same settings give different values
 * @param maxDeaths a trial during which the process died this often is given up
 * @param changes what was changed on the way, one sentence each, oldest first
 */
public record StudyHeader(
    String space,
    String command,
    String strategy,
    long seed,
    NoiseKind noise,
    Optional<Budget> budget,
    OptionalInt maxDeaths,
    List<String> changes) {

  /** How often a process may die on one trial unless the study says otherwise. */
  public static final OptionalInt USUAL_DEATHS = OptionalInt.of(2);

  public StudyHeader {
    changes = List.copyOf(changes);
  }

  /** The header of a study without noise and without a budget. */
  public StudyHeader(String space, String command, String strategy, long seed) {
    this(space, command, strategy, seed, NoiseKind.NONE, Optional.empty(), USUAL_DEATHS, List.of());
  }

  /**
   * This study, continued as another header wants it; what differs is added to the changes.
   *
   * @param trials how many trials there are before
   */
  StudyHeader continuedAs(StudyHeader wanted, int trials) {
    String newCommand = wanted.command.isEmpty() ? command : wanted.command;
    List<String> all = new ArrayList<>(changes);
    if (trials > 0) {
      new SpaceChange(space, wanted.space).words().forEach(words -> note(all, trials, words));
      note(all, trials, "seed", Long.toString(seed), Long.toString(wanted.seed));
      note(all, trials, "strategy", strategy, wanted.strategy);
      note(all, trials, "noise", words(noise), words(wanted.noise));
      if (!command.isEmpty()) {
        note(all, trials, "command", command, newCommand);
      }
    }
    return new StudyHeader(
        wanted.space,
        newCommand,
        wanted.strategy,
        wanted.seed,
        wanted.noise,
        wanted.budget.or(() -> budget),
        wanted.maxDeaths,
        all);
  }

  /** The same with one sentence more among the changes, unless it is there. */
  StudyHeader noted(String sentence) {
    if (changes.contains(sentence)) {
      return this;
    }
    List<String> all = new ArrayList<>(changes);
    all.add(sentence);
    return new StudyHeader(space, command, strategy, seed, noise, budget, maxDeaths, all);
  }

  StudyHeader withBudget(Optional<Budget> newBudget) {
    return new StudyHeader(space, command, strategy, seed, noise, newBudget, maxDeaths, changes);
  }

  /** Refuses to continue a study, named like this, where its trials would make no sense. */
  void requireSpaceOf(StudyHeader wanted, String name) {
    new SpaceChange(space, wanted.space)
        .obstacle()
        .ifPresent(
            sentence -> {
              throw new StorageException(
                  "%s was made for another space (%s); use another study or the space it was made for"
                      .formatted(name, sentence));
            });
  }

  private static void note(List<String> all, int trials, String what, String old, String now) {
    if (!old.equals(now)) {
      note(all, trials, "%s %s instead of %s".formatted(what, now, old));
    }
  }

  private static void note(List<String> all, int trials, String words) {
    String sentence = "from trial %d on: %s".formatted(trials, words);
    all.add(sentence.replaceAll("\\R", " ")); // a store may keep one sentence a line
  }

  private static String words(NoiseKind noise) {
    return noise == NoiseKind.NONE ? "none" : "unknown";
  }
}
