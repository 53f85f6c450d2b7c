package dev.leadline.storage;

import java.nio.file.Path;

/**
 * Where one study is, as users write it: {@code FILE.db}, {@code FILE.db/NAME} or {@code
 * postgresql://HOST/DATABASE/NAME}. Immutable and thread-safe.
 */
public sealed interface StudyLocation permits StudyFile, PostgresStudy {

  /**
   * Reads a location.
   *
   * @throws RefusedException if it is none
   */
  static StudyLocation parse(String text) {
    if (text.isBlank()) {
      throw new RefusedException(
          "expected FILE.db or postgresql://HOST/DATABASE/NAME but got an empty text; name a study");
    }
    return PostgresAddress.isMeantBy(text)
        ? PostgresStudy.parse(text, System.getenv())
        : StudyFile.of(Path.of(text));
  }

  /**
   * Opens the place of many studies: a file, or {@code postgresql://HOST/DATABASE}.
   *
   * @throws StorageException if it cannot be used
   */
  static Studies studies(String text, Session session) {
    return PostgresAddress.isMeantBy(text)
        ? PostgresStudy.studies(PostgresAddress.parse(text, System.getenv()), session)
        : new StudyFile(Path.of(text)).studies(session);
  }

  /** As users write it, without a password. */
  @Override
  String toString();

  /** What it is called where nobody has to find it: without the way to its file or database. */
  String title();

  /** Reads the study, also while others write it, without a right to write. */
  StudySnapshot read();

  /**
   * Opens the study for writing, or creates it.
   *
   * @throws StorageException if it cannot be used, or was made for another space
   */
  StudyStore open(StudyHeader wanted, Session session);

  /** Opens an existing study for writing and changes nothing of what it is about. */
  StudyStore open(Session session);

  /**
   * The path that the study has, or would have if it were a file of its own: files about the study
   * are named after it.
   */
  Path ownPath();
}
