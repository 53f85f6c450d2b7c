package dev.leadline.storage;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;

/** A study in a PostgreSQL database. Immutable and thread-safe. */
record PostgresStudy(PostgresAddress address) implements StudyLocation {

  static PostgresStudy parse(String text, Map<String, String> environment) {
    PostgresAddress address = PostgresAddress.parse(text, environment);
    if (address.study().isEmpty()) {
      throw new RefusedException(
          "expected the name of a study after the database, for example %s/NAME"
              .formatted(address.place()));
    }
    return new PostgresStudy(address);
  }

  static DatabaseStudies studies(PostgresAddress address, Session session) {
    try {
      DriverManager.getDriver(address.jdbcUrl());
      return new DatabaseStudies(
          PostgresDatabase.open(address, session.patience()), session.self(), session.patience());
    } catch (SQLException | NoClassDefFoundError e) {
      throw StorageException.refused(
          "%s needs the libraries org.postgresql:postgresql and com.zaxxer:HikariCP, which are optional in leadline-storage (%s); add both to the dependencies of this program"
              .formatted(address.place(), e.getMessage()),
          e);
    }
  }

  @Override
  public String toString() {
    return address.toString();
  }

  @Override
  public String title() {
    return name();
  }

  @Override
  public StudySnapshot read() {
    try (Studies studies = studies(address, Session.usual())) {
      return studies.read(name());
    }
  }

  @Override
  public StudyStore open(StudyHeader wanted, Session session) {
    return studies(address, session).only(all -> all.open(name(), wanted, all::close));
  }

  @Override
  public StudyStore open(Session session) {
    return studies(address, session).only(all -> all.open(name(), all::close));
  }

  @Override
  public Path ownPath() {
    return Path.of("leadline-studies", name() + ".db");
  }

  private String name() {
    return address.study().orElseThrow();
  }
}
