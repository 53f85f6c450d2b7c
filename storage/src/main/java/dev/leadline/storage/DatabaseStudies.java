package dev.leadline.storage;

import dev.leadline.storage.token.TokenStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The studies of a database. Thread-safe.
 *
 * @param database closed with this
 * @param worker this process
 * @param patience how long it is respected without a sign of life
 */
record DatabaseStudies(Database database, Worker worker, Duration patience) implements Studies {

  /** Studies that are gone when this is closed. */
  static DatabaseStudies inMemory() {
    Session session = Session.usual();
    return new DatabaseStudies(
        SqliteDatabase.inMemory(session.clock()), session.self(), session.patience());
  }

  @Override
  public String location() {
    return database.name();
  }

  @Override
  public List<StudyEntry> list() {
    return database.read(
        connection -> StudyTable.all(connection).stream().map(StudyTable.Row::entry).toList());
  }

  @Override
  public Optional<StudyEntry> find(String name) {
    return database.read(connection -> found(connection, name).map(StudyTable.Row::entry));
  }

  @Override
  public StudyEntry create(String name, StudyHeader header) {
    StudyEntry.requireName(name);
    return database.write(
        connection -> {
          if (!StudyTable.add(connection, name, header, now(connection))) {
            throw RefusedException.nameTaken(name);
          }
          return row(connection, name).entry();
        });
  }

  @Override
  public TokenStore tokens() {
    return new DatabaseTokens(database);
  }

  @Override
  public StudySnapshot read(String name) {
    return database.read(
        connection -> {
          StudyTable.Row row = row(connection, name);
          return new StudySnapshot(
              row.entry().header(),
              new TrialTable(connection, row.id()).all(),
              new AttachmentTable(connection, row.id()).all());
        });
  }

  @Override
  public StudyStore open(String name) {
    return open(name, () -> {});
  }

  @Override
  public StudyStore open(String name, StudyHeader wanted) {
    return open(name, wanted, () -> {});
  }

  @Override
  public void setPhase(String name, StudyPhase phase) {
    database.write(
        connection ->
            Sql.update(
                connection,
                "UPDATE study SET phase = ?, change = change + 1 WHERE id = ?",
                phase.name(),
                row(connection, name).id()));
  }

  @Override
  public void setBudget(String name, Optional<Budget> budget) {
    database.write(
        connection -> {
          StudyTable.Row row = nextChange(connection, name);
          return StudyTable.put(connection, row.id(), row.entry().header().withBudget(budget));
        });
  }

  @Override
  public void rename(String name, String to) {
    StudyEntry.requireName(to);
    database.write(
        connection -> StudyTable.rename(connection, row(connection, name).entry().name(), to));
  }

  @Override
  public void delete(String name) {
    database.write(connection -> delete(connection, nextChange(connection, name).id()));
  }

  @Override
  public void discard(String name) {
    database.write(
        connection -> {
          String kept = row(connection, name).entry().name();
          return StudyTable.rename(
              connection, kept, kept + StudyEntry.DISCARDED + now(connection).toEpochMilli());
        });
  }

  @Override
  public List<Discarded> discarded() {
    return database.read(StudyTable::discarded).stream()
        .map(DatabaseStudies::discarded)
        .sorted(Comparator.comparing(Discarded::moment).reversed())
        .toList();
  }

  private static Discarded discarded(String id) {
    int end = id.indexOf(StudyEntry.DISCARDED);
    return new Discarded(
        id, id.substring(0, end), Instant.ofEpochMilli(Long.parseLong(id.substring(end + 1))));
  }

  @Override
  public String restore(String id) {
    Discarded found =
        discarded().stream()
            .filter(study -> study.id().equals(id))
            .findFirst()
            .orElseThrow(() -> RefusedException.noStudy(id));
    return database.write(connection -> StudyTable.rename(connection, id, found.name()));
  }

  @Override
  public void empty(Instant before) {
    for (Discarded study : discarded()) {
      if (study.moment().isBefore(before)) {
        database.write(
            connection -> {
              Optional<StudyTable.Row> row = StudyTable.find(connection, study.id());
              return row.isPresent() ? delete(connection, row.get().id()) : 0;
            });
      }
    }
  }

  private static int delete(Connection connection, long id) throws SQLException {
    Sql.update(connection, "DELETE FROM attachment WHERE study = ?", id);
    Sql.update(connection, "DELETE FROM trial WHERE study = ?", id);
    return Sql.update(connection, "DELETE FROM study WHERE id = ?", id);
  }

  @Override
  public void close() {
    database.close();
  }

  /** Begins a session; see {@link DatabaseStore}. */
  DatabaseStore open(String name, Runnable afterwards) {
    long id = database.read(connection -> row(connection, name).id());
    return store(id, name, List.of(), afterwards);
  }

  /** The one session for which these studies were opened: they are closed with it. */
  DatabaseStore only(Function<DatabaseStudies, DatabaseStore> opening) {
    try {
      return opening.apply(this);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  DatabaseStore open(String name, StudyHeader wanted, Runnable afterwards) {
    StudyEntry.requireName(name);
    find(name).ifPresent(entry -> entry.header().requireSpaceOf(wanted, named(name)));
    return database.write(
        connection -> {
          if (StudyTable.add(connection, name, wanted, now(connection))) {
            return store(row(connection, name).id(), name, List.of(), afterwards);
          }
          StudyTable.Row row = nextChange(connection, name);
          StudyHeader before = row.entry().header();
          before.requireSpaceOf(wanted, named(name));
          int trials = new TrialTable(connection, row.id()).size();
          StudyHeader header = before.continuedAs(wanted, trials);
          StudyTable.put(connection, row.id(), header);
          List<String> changes =
              header.changes().subList(before.changes().size(), header.changes().size());
          return store(row.id(), name, changes, afterwards);
        });
  }

  private DatabaseStore store(long id, String name, List<String> changes, Runnable afterwards) {
    return new DatabaseStore(
        database, id, named(name), changes, worker.claimant(patience), afterwards);
  }

  private String named(String name) {
    return database.named(name);
  }

  private Instant now(Connection connection) throws SQLException {
    return Sql.query(
            connection, "SELECT " + database.clock(), row -> Instant.ofEpochMilli(row.getLong(1)))
        .get(0);
  }

  private static StudyTable.Row row(Connection connection, String name) throws SQLException {
    return found(connection, name).orElseThrow(() -> RefusedException.noStudy(name));
  }

  private static Optional<StudyTable.Row> found(Connection connection, String name)
      throws SQLException {
    return name.indexOf(StudyEntry.DISCARDED) < 0
        ? StudyTable.find(connection, name)
        : Optional.empty();
  }

  private StudyTable.Row nextChange(Connection connection, String name) throws SQLException {
    long id = row(connection, name).id();
    return StudyTable.nextChange(connection, id, database.clock())
        .orElseThrow(() -> RefusedException.noStudy(name));
  }
}
