package dev.leadline.app.commands;

import dev.leadline.app.exit.UserError;
import dev.leadline.storage.Session;
import dev.leadline.storage.StorageException;
import dev.leadline.storage.Studies;
import dev.leadline.storage.StudyLocation;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option that says where the studies of a server are. */
final class StoreOption {

  @Option(
      names = "--study-store",
      paramLabel = "FILE|URL",
      defaultValue = "leadline.db",
      description =
          "Where the studies are: a file, or postgresql://HOST/DATABASE (default:"
              + " ${DEFAULT-VALUE}).")
  private String store = "";

  /**
   * Opens the studies; a file that is not there is created.
   *
   * @throws StorageException if they cannot be used
   */
  Studies open() {
    return StudyLocation.studies(store, Session.usual());
  }

  /**
   * Opens studies that are there.
   *
   * @throws UserError if it is a file that is not there
   */
  Studies openExisting() {
    if (!store.contains("://") && !Files.exists(Path.of(store))) {
      throw UserError.usage(
          "expected studies in %s but there is no such file; check --study-store".formatted(store));
    }
    return open();
  }
}
