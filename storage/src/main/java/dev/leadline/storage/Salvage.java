package dev.leadline.storage;

import dev.leadline.curve.Curve;
import dev.leadline.study.Measurements;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What could be saved of a damaged study. Immutable and thread-safe.
 *
 * @param whole how many trials are as they were written
 * @param lost the trials that are not, with what is wrong with them
 */
public record Salvage(int whole, List<String> lost) {

  /* A damaged tree can often be read from both ends, and row by row around the damage. A row counts
  as whole only if its checksum says so; rows of the first version, which has none, if they can be
  read. Lost trials stay as deleted ones, so that the others keep their numbers. */

  /** A number far beyond all others is no number but damage. */
  private static final int MOST_LOST_AT_THE_END = 1000;

  private static final String DAMAGED = "damaged, and not among what was saved";

  public Salvage {
    lost = List.copyOf(lost);
  }

  /**
   * Writes what is whole of a study into a new one; the old one is left as it is.
   *
   * @throws StorageException if there is something at the target, or not even what the study is
   *     about can be read
   */
  public static Salvage of(Path damaged, Path target) {
    if (StudyDatabase.exists(target)) {
      throw new StorageException(
          "%s exists already; name a new file for what is saved".formatted(target));
    }
    Clock clock = Clock.systemUTC();
    try (ReadableCopy copy = ReadableCopy.of(damaged)) {
      return StudyDatabase.readDamaged(
          damaged, copy.file(), connection -> save(connection, damaged, target, clock));
    }
  }

  private static Salvage save(Connection connection, Path damaged, Path target, Clock clock)
      throws SQLException {
    List<StudyTable.Row> studies = StudyTable.all(connection);
    if (studies.isEmpty()) {
      throw StorageException.beyondRepair(damaged, "it names no study");
    }
    StudyTable.Row study = studies.get(0);
    TrialTable trials = new TrialTable(connection, study.id());
    Map<Integer, StoredTrial> whole = new TreeMap<>();
    List<String> lost = new ArrayList<>();
    int last = last(trials);
    for (int number = 0; number <= last; number++) {
      try {
        Optional<StoredTrial> trial = trials.find(number);
        int missing = number;
        trial.ifPresentOrElse(
            found -> whole.put(found.number(), found),
            () -> lost.add("trial %d: it is missing".formatted(missing)));
      } catch (SQLException e) {
        lost.add(e instanceof RowDamage ? e.getMessage() : "trial " + number + ": unreadable");
      }
    }
    Instant now = clock.instant();
    try (StudyStore saved = StudyFile.hold(target, study.entry().header(), Worker.self(), clock)) {
      for (int number = 0; number < whole.size() + lost.size(); number++) {
        StoredTrial trial = whole.get(number);
        saved.add(trial == null ? lost(number, now) : settled(trial));
      }
    }
    return new Salvage(whole.size(), lost);
  }

  /** What ran when the study was damaged does not run now. */
  private static StoredTrial settled(StoredTrial trial) {
    return trial.state() == StoredState.RUNNING ? trial.released() : trial;
  }

  private static StoredTrial lost(int number, Instant now) {
    return new StoredTrial(
        number,
        Map.of(),
        new StoredResult(StoredState.DELETED, null, Measurements.none(), DAMAGED, now),
        null,
        0,
        0,
        now,
        List.of(),
        Curve.empty());
  }

  /** The highest number of a trial that can be found, from whichever end. */
  private static int last(TrialTable trials) {
    NavigableSet<Integer> seen = new TreeSet<>();
    collect(trials, "ASC", seen);
    collect(trials, "DESC", seen);
    Integer last = seen.floor(2 * seen.size() + MOST_LOST_AT_THE_END);
    return last == null ? -1 : last;
  }

  private static void collect(TrialTable trials, String order, Set<Integer> seen) {
    try {
      Sql.query(
          trials.connection(),
          "SELECT number FROM trial WHERE study = ? ORDER BY number " + order,
          row -> seen.add(row.getInt(1)),
          trials.study());
    } catch (SQLException e) {
      // The rest of the way is damaged.
    }
  }
}
