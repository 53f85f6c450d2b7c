package dev.leadline.app;

import dev.leadline.storage.Session;
import dev.leadline.storage.StorageException;
import dev.leadline.storage.Studies;
import dev.leadline.storage.StudyLocation;
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
}
