package dev.leadline.storage;

/** Whether a study hands out trials. */
public enum StudyPhase {
  /** It does. */
  OPEN,
  /** Not for now: running trials end, none is handed out until it is opened again. */
  PAUSED,
  /** Not any more: running trials may still be told. */
  ENDED
}
