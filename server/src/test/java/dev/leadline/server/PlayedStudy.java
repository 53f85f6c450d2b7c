package dev.leadline.server;

import dev.leadline.storage.StoredStudy;
import dev.leadline.storage.StudySetup;
import dev.leadline.storage.StudySnapshot;
import dev.leadline.storage.StudyStore;
import dev.leadline.study.Strategies;
import java.time.Clock;
import java.util.function.Consumer;

/** Studies in memory, played with the committee. */
public final class PlayedStudy {

  private PlayedStudy() {}

  /** What one holds after its trials were made. */
  public static StudySnapshot after(StudySetup setup, Consumer<StoredStudy> makeTrials) {
    try (StoredStudy study = open(setup)) {
      makeTrials.accept(study);
      return new StudySnapshot(study.store().header(), study.store().trials());
    }
  }

  public static StoredStudy open(StudySetup setup) {
    return StoredStudy.open(
        StudyStore.inMemory(setup.header()), setup, Strategies.committee(), Clock.systemUTC());
  }
}
