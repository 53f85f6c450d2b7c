package dev.leadline.lab.measure;

/**
 * Workers and what they work on. Immutable and thread-safe.
 *
 * @param seconds how long an evaluation takes, on average
 * @param studies over which the workers are spread; each has a suggester and a store of its own
 * @param ahead how many suggestions are made at once, for workers that will come
 */
public record Workload(int workers, double seconds, int studies, int ahead) {

  public Workload {
    if (workers < 1 || !(seconds > 0) || studies < 1 || studies > workers || ahead < 1) {
      throw new IllegalArgumentException(
          "expected workers, a time, at most as many studies and suggestions ahead but got %d, %s, %d and %d"
              .formatted(workers, seconds, studies, ahead));
    }
  }

  /** All workers on one study, every suggestion made when it is asked for. */
  public static Workload of(int workers, double seconds) {
    return new Workload(workers, seconds, 1, 1);
  }
}
