package dev.leadline.storage;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A study in a SQLite file, which any number of processes may write. Immutable and thread-safe.
 *
 * <p>A file that is refused is left as it was.
 *
 * @param study its name; if empty, the only study of the file
 */
public record StudyFile(Path path, Optional<String> study) implements StudyLocation {

  StudyFile(Path path) {
    this(path, Optional.empty());
  }

  /** {@code FILE}, or {@code FILE/NAME} where the file holds several studies. */
  static StudyFile of(Path text) {
    Path parent = text.getParent();
    return parent != null && Files.isRegularFile(parent)
        ? new StudyFile(parent, Optional.of(String.valueOf(text.getFileName())))
        : new StudyFile(text);
  }

  /** Reads the only study of a file; see {@link StudyLocation#read}. */
  public static StudySnapshot read(Path file) {
    return new StudyFile(file).read();
  }

  /** The names of all studies in a file, which is only read. */
  public static List<String> names(Path file) {
    return StudyDatabase.read(file, new StudyFile(file)::verified).stream()
        .map(row -> row.entry().name())
        .toList();
  }

  /** Opens the only study of a file, or creates it; see {@link StudyLocation#open}. */
  static DatabaseStore hold(Path file, StudyHeader wanted, Worker self, Clock clock) {
    return new StudyFile(file).open(wanted, new Session(self, Claimant.USUAL_PATIENCE, clock));
  }

  @Override
  public String toString() {
    return study.map(path::resolve).orElse(path).toString();
  }

  @Override
  public String title() {
    return study.orElseGet(() -> String.valueOf(path.getFileName()));
  }

  @Override
  public StudySnapshot read() {
    return load()
        .orElseThrow(() -> new StorageException(path + " holds no study yet; check the name"));
  }

  @Override
  public DatabaseStore open(StudyHeader wanted, Session session) {
    if (StudyDatabase.exists(path)) {
      load().ifPresent(stored -> stored.header().requireSpaceOf(wanted, toString()));
    }
    return unchecked(session).only(all -> all.open(name(all.list()), wanted, all::close));
  }

  @Override
  public DatabaseStore open(Session session) {
    read();
    return unchecked(session).only(all -> all.open(name(all.list()), all::close));
  }

  @Override
  public Path ownPath() {
    return study
        .map(name -> path.resolveSibling(path.getFileName() + "-" + name + ".db"))
        .orElse(path);
  }

  /** All studies of the file, which is created if it is not there. */
  DatabaseStudies studies(Session session) {
    if (StudyDatabase.exists(path)) {
      StudyDatabase.read(path, this::verified);
    }
    return unchecked(session);
  }

  private DatabaseStudies unchecked(Session session) {
    return new DatabaseStudies(
        SqliteDatabase.open(path, session.self(), session.clock()),
        session.self(),
        session.patience());
  }

  private Optional<StudySnapshot> load() {
    if (!StudyDatabase.exists(path)) {
      throw new StorageException(
          "expected a study file but %s does not exist or is empty; check the name"
              .formatted(path));
    }
    return StudyDatabase.read(
        path,
        connection -> {
          List<StudyTable.Row> rows = verified(connection);
          String name = name(rows.stream().map(StudyTable.Row::entry).toList());
          for (StudyTable.Row row : rows) {
            if (row.entry().name().equals(name)) {
              return Optional.of(
                  new StudySnapshot(
                      row.entry().header(),
                      new TrialTable(connection, row.id()).all(),
                      new AttachmentTable(connection, row.id()).all()));
            }
          }
          return Optional.empty();
        });
  }

  /** All studies of a file, once every row of them was read. */
  private List<StudyTable.Row> verified(Connection connection) throws SQLException {
    if (Format.SQLITE.version(connection, path.toString()) == 0) {
      return List.of();
    }
    List<StudyTable.Row> rows = StudyTable.all(connection);
    for (StudyTable.Row row : rows) {
      new TrialTable(connection, row.id()).all();
      new AttachmentTable(connection, row.id()).all();
    }
    return rows;
  }

  private String name(List<StudyEntry> entries) {
    if (study.isPresent() || entries.size() < 2) {
      return study.orElse(entries.isEmpty() ? SqliteDatabase.OWN_STUDY : entries.get(0).name());
    }
    throw new RefusedException(
        "%s holds several studies (%s); name one of them, for example %s"
            .formatted(
                path,
                entries.stream().map(StudyEntry::name).collect(Collectors.joining(", ")),
                path.resolve(entries.get(0).name())));
  }
}
