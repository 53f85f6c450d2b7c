package dev.leadline.storage;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import java.util.List;
import java.util.Optional;

/**
 * The first look of a session at its study: what can no longer be tried is left behind, what is to
 * be tried first is queued.
 */
final class Opening {

  private final StoredStudy study;
  private final Submissions submissions;
  private final StudyStore store;
  private final Space space;

  Opening(StoredStudy study, Submissions submissions) {
    this.study = study;
    this.submissions = submissions;
    this.store = study.store();
    this.space = study.space();
    store.trials().forEach(this::leaveBehind);
  }

  /** Queues starting points, unless they were before or there is no room for them. */
  void queue(List<Configuration> start) {
    if (!start.isEmpty()) {
      try (StudyStore.Turn turn = store.turn()) {
        start.forEach(this::queue);
      }
    }
  }

  private void queue(Configuration configuration) {
    Optional<Configuration> start = Optional.of(submissions.conforming(configuration));
    if (store.hasRoom()
        && store.trials().stream().noneMatch(t -> t.configuration(space).equals(start))) {
      study.enqueue(configuration);
    }
  }

  /** Takes out what waits to be tried but is no longer in the space, or no longer allowed there. */
  private void leaveBehind(StoredTrial trial) {
    if (trial.state() == StoredState.QUEUED
        && trial.configuration(space).filter(space::feasible).isEmpty()) {
      study.delete(trial.number(), "the space was changed, and this is no longer in it");
    }
  }
}
