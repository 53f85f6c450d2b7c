package dev.leadline.storage;

import dev.leadline.space.NoTrialLeftException;
import dev.leadline.space.NoTrialLeftException.Reason;

/** Whether a study hands out trials. */
public enum StudyPhase {
  /** It does. */
  OPEN,
  /** Not for now: running trials end, none is handed out until it is opened again. */
  PAUSED,
  /** Not any more: running trials may still be told. */
  ENDED;

  /** Throws unless it does. */
  void requireOpen() {
    switch (this) {
      case OPEN -> {}
      case PAUSED ->
          throw new NoTrialLeftException(
              Reason.PAUSED, "the study is paused; ask again when it goes on");
      case ENDED ->
          throw new NoTrialLeftException(
              Reason.ENDED, "the study has ended; open it again to get more trials");
    }
  }
}
