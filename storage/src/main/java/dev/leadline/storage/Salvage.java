package dev.leadline.storage;

import dev.leadline.space.Configuration;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
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
 * What could be saved of the studies of a damaged file. Immutable and thread-safe.
 *
 * @param whole how many trials are as they were written
 * @param lost the trials that are not, with what is wrong with them; where there are several
 *     studies each begins with the name of its own
 */
public record Salvage(int whole, List<String> lost) {

  /* A damaged tree can often be read from both ends, and row by row around the damage. A row counts
  as whole only if its checksum says so. Lost trials stay as deleted ones, so that the others keep
  their numbers. */

  /** A number far beyond all others is no number but damage. */
  private static final int MOST_LOST_AT_THE_END = 1000;

  private static final String DAMAGED = "damaged, and not among what was saved";

  public Salvage {
    lost = List.copyOf(lost);
  }

  /**
   * Writes what is whole into a new file, under the same names; the old one is left as it is.
   *
   * @param damaged one study of a file, or all of them if it names none
   * @throws StorageException if there is something at the target, or not even what the study is
   *     about can be read
   * @throws RefusedException if there is no study of that name
   */
  public static Salvage of(StudyFile damaged, Path target) {
    if (StudyDatabase.exists(target)) {
      throw new StorageException(
          "%s exists already; name a new file for what is saved".formatted(target));
    }
    try (ReadableCopy copy = ReadableCopy.of(damaged.path())) {
      return StudyDatabase.readDamaged(
          damaged.path(), copy.file(), connection -> save(connection, damaged, target));
    }
  }

  private static Salvage save(Connection connection, StudyFile damaged, Path target)
      throws SQLException {
    List<String> names = StudyTable.names(connection);
    if (damaged.study().isPresent() && !names.contains(damaged.study().get())) {
      throw RefusedException.noStudy(damaged.study().get());
    }
    List<StudyTable.Row> readable = new ArrayList<>();
    List<String> lost = new ArrayList<>();
    for (String name : damaged.study().map(List::of).orElse(names)) {
      try {
        StudyTable.find(connection, name).ifPresent(readable::add);
      } catch (SQLException e) {
        lost.add("study %s: %s".formatted(name, e.getMessage()));
      }
    }
    if (readable.isEmpty()) {
      throw StorageException.beyondRepair(
          damaged.path(), lost.isEmpty() ? "it names no study" : String.join("; ", lost));
    }
    int whole = 0;
    try (DatabaseStudies saved = new StudyFile(target).studies(Session.usual())) {
      for (StudyTable.Row study : readable) {
        String prefix =
            readable.size() + lost.size() > 1 ? "study %s: ".formatted(study.entry().name()) : "";
        Salvage one = save(new TrialTable(connection, study.id()), study.entry(), saved);
        lost.addAll(attachments(connection, study, saved, prefix));
        whole += one.whole;
        one.lost.forEach(damage -> lost.add(prefix + damage));
      }
    }
    return new Salvage(whole, lost);
  }

  private static Salvage save(TrialTable trials, StudyEntry study, DatabaseStudies target) {
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
    Instant now = Instant.now();
    target.create(study.name(), study.header().withBudget(Optional.empty()));
    try (StudyStore saved = target.open(study.name())) {
      for (int number = 0; number < whole.size() + lost.size(); number++) {
        StoredTrial trial = whole.get(number);
        saved.add(trial == null ? lost(number, now) : settled(trial));
      }
    }
    target.setBudget(study.name(), study.header().budget());
    target.setPhase(study.name(), study.phase());
    return new Salvage(whole.size(), lost);
  }

  /** Saves the texts of a study, or none of them. */
  private static List<String> attachments(
      Connection connection, StudyTable.Row study, DatabaseStudies target, String prefix) {
    try (StudyStore saved = target.open(study.entry().name())) {
      new AttachmentTable(connection, study.id()).all().forEach(saved::attach);
      return List.of();
    } catch (SQLException e) {
      return List.of(prefix + "its attachments: " + e.getMessage());
    }
  }

  /** What ran when the study was damaged does not run now. */
  private static StoredTrial settled(StoredTrial trial) {
    return trial.state() == StoredState.RUNNING ? trial.released() : trial;
  }

  private static StoredTrial lost(int number, Instant now) {
    return StoredTrial.queued(number, Configuration.empty(), now).deleted(DAMAGED, now);
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
