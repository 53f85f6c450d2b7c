package dev.leadline.spark;

import java.io.Serializable;

/** Something that happened to a piece of work on the cluster. Immutable and thread-safe. */
sealed interface TaskEvent {

  /** What was submitted under this number. */
  int key();

  /** An executor began with it, perhaps again. */
  record Started(int key, long nanos) implements TaskEvent {}

  /** Its executor was lost; Spark begins again by itself. */
  record Lost(int key) implements TaskEvent {}

  /**
   * It has its value.
   *
   * @param attempt how often it was begun
   */
  record Done(int key, int attempt, Serializable value) implements TaskEvent {}

  /** It failed, for a reason of its own. */
  record Failed(int key, int attempt, String reason) implements TaskEvent {}

  /** Spark gave it up, for a reason that is not the work's. */
  record Refused(int key, Throwable cause) implements TaskEvent {}
}
