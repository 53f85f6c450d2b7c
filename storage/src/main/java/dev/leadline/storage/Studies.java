package dev.leadline.storage;

import dev.leadline.storage.token.TokenStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * All studies in one place, by name: in memory, in a SQLite file or in a PostgreSQL database.
 *
 * <p>Thread-safe. Every call is one transaction, as in {@link StudyStore}. Methods that take the
 * name of a study throw {@link RefusedException} if there is none of that name.
 */
public interface Studies extends AutoCloseable {

  /** Studies that are gone when this is closed. */
  static Studies inMemory() {
    return DatabaseStudies.inMemory();
  }

  /** Where they are, as messages name it, without a password. */
  String location();

  /** All studies, by name. */
  List<StudyEntry> list();

  Optional<StudyEntry> find(String name);

  /**
   * Adds a study without trials.
   *
   * @throws RefusedException if there is one of this name already, or it is no name
   */
  StudyEntry create(String name, StudyHeader header);

  /** A study as it stands now. */
  StudySnapshot read(String name);

  /** Begins a session on a study and changes nothing of what it is about. */
  StudyStore open(String name);

  /**
   * Begins a session on a study, which is created if it is not there and continued as the header
   * wants if it is.
   *
   * @throws StorageException if it was made for another space
   */
  StudyStore open(String name, StudyHeader wanted);

  /** Pauses a study, ends it, or lets it go on. */
  void setPhase(String name, StudyPhase phase);

  /** Gives a study another budget; without one it goes on for ever. */
  void setBudget(String name, Optional<Budget> budget);

  /** Who may do what with these studies, for those who serve them to others. */
  TokenStore tokens();

  /**
   * Gives a study another name; its open sessions go on.
   *
   * @throws RefusedException if there is one of this name already, or it is no name
   */
  void rename(String name, String to);

  /** Deletes a study and all its trials; open sessions of it are refused from then on. */
  void delete(String name);

  /** The same, but it can be had back for a while; its name is free at once. */
  void discard(String name);

  /** What was discarded and is still there, the last one first. */
  List<Discarded> discarded();

  /**
   * Takes a discarded study back under the name that it had.
   *
   * @return that name
   * @throws RefusedException if it is not there any more, or another one has its name now
   */
  String restore(String id);

  /** Deletes what was discarded before a moment. */
  void empty(Instant before);

  /**
   * A study that was discarded.
   *
   * @param id what tells it from others that had its name
   */
  record Discarded(String id, String name, Instant moment) {}

  /** Ends the access; open sessions are closed first, by whoever opened them. */
  @Override
  void close();
}
