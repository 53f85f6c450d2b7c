package dev.leadline.server.open;

import java.util.Optional;

/** The ends of what trials print on other machines, while there is room for them. Thread-safe. */
public final class WorkerOutputs {

  /** So much of a trial is kept. */
  public static final int MOST = 1 << 16;

  private final Bounded<Key, Printed> kept;

  /**
   * @param most characters of all trials together
   */
  WorkerOutputs(long most) {
    this.kept = new Bounded<>(most, printed -> printed.text.length() + 100L);
  }

  private record Key(Object study, int trial) {}

  /**
   * The end of what a trial printed.
   *
   * @param place where all of it is, as HOST:DIRECTORY
   * @param end how many characters it printed in all
   */
  public record Printed(String place, long end, String text) {

    public boolean isCut() {
      return end > text.length();
    }
  }

  /** What is kept of a trial. */
  Optional<Printed> of(Object study, int trial) {
    return kept.get(new Key(study, trial));
  }

  /**
   * Adds what a trial printed; what is said again adds nothing.
   *
   * @param start how many characters were printed before
   */
  synchronized void add(Object study, int trial, String place, long start, String text) {
    Printed before =
        of(study, trial)
            .filter(known -> known.place.equals(place))
            .orElse(new Printed(place, start, ""));
    int known = (int) Math.max(0, Math.min(text.length(), before.end - start));
    boolean isNext = start <= before.end;
    String all = isNext ? before.text + text.substring(known) : text;
    kept.put(
        new Key(study, trial),
        new Printed(
            place,
            Math.max(before.end, start + text.length()),
            all.substring(Math.max(0, all.length() - MOST))));
  }

  /** Lets go of all that trials of a study printed. */
  void forget(Object study) {
    kept.removeIf(key -> key.study == study);
  }
}
