package dev.leadline.storage;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteStudiesTest extends StudiesContract {

  @TempDir Path directory;

  @Override
  Studies open() {
    return StudyLocation.studies(directory.resolve("studies.db").toString(), Session.usual());
  }
}
