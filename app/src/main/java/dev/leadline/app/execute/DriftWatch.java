package dev.leadline.app.execute;

import dev.leadline.app.metrics.Outcome;
import dev.leadline.storage.Measurement;
import dev.leadline.storage.Measurement.Subject;
import dev.leadline.storage.StoredStudy;
import dev.leadline.storage.problem.Baseline;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialState;
import java.time.Instant;
import java.util.Optional;

/** Has the settings of today measured again after every few trials. For use by one thread. */
public final class DriftWatch {

  private static final int EVERY = 10;

  private final StoredStudy study;
  private final Instant begun;
  private int measured; // after so many trials
  private int running = -1; // the number of the trial whose settings are being measured

  /**
   * @param begun now
   */
  public DriftWatch(StoredStudy study, Instant begun) {
    this.study = study;
    this.begun = begun;
    this.measured =
        Measurement.all(study.store().attachments()).stream()
            .filter(one -> one.subject() == Subject.DRIFT)
            .mapToInt(Measurement::turn)
            .max()
            .orElse(1);
  }

  /** The trial whose settings should be measured again now, if any should. */
  Optional<Trial> due() {
    int over = over();
    if (running >= 0 || over - measured < EVERY) {
      return Optional.empty();
    }
    Optional<Trial> today = study.baseline().map(Baseline::trials).map(trials -> trials.get(0));
    today.ifPresent(trial -> running = trial.number());
    return today;
  }

  /** Takes a result that was measured for it. */
  boolean takes(int trial, Outcome outcome) {
    if (trial != running) {
      return false;
    }
    running = -1;
    measured = over();
    study
        .store()
        .attach(
            new Measurement(
                    Subject.DRIFT,
                    begun,
                    measured,
                    trial,
                    outcome.value(),
                    outcome.further(),
                    outcome.reason())
                .attachment());
    return true;
  }

  private int over() {
    return (int)
        study.trials().stream().filter(trial -> trial.state() != TrialState.RUNNING).count();
  }
}
