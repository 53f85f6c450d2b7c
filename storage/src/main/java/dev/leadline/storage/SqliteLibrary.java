package dev.leadline.storage;

import dev.leadline.natives.NativeCache;
import java.io.IOException;
import java.net.URL;
import java.util.List;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/** SQLite's native library: unpacked into the user's cache before it is loaded. */
final class SqliteLibrary {

  private static final String DIRECTORY = "org.sqlite.lib.path";

  private SqliteLibrary() {}

  /** Says where the library is; leaves a place that the user has chosen as it is. */
  static void prepare() {
    if (System.getProperty(DIRECTORY) != null) {
      return;
    }
    String place =
        LibraryLoaderUtil.getNativeLibResourcePath() + "/" + LibraryLoaderUtil.getNativeLibName();
    URL file = SQLiteJDBCLoader.class.getResource(place);
    if (file != null) {
      try {
        System.setProperty(
            DIRECTORY, NativeCache.ofUser().unpack("sqlite", List.of(file)).toString());
      } catch (IOException e) {
        throw new StorageException(String.valueOf(e.getMessage()));
      }
    }
  }
}
