package dev.leadline.natives;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;

/**
 * Where the native libraries of jars are unpacked: once per user and version, verified at each use.
 * Thread-safe, and safe between processes.
 */
public final class NativeCache {

  /* A library that unpacks itself does so at every start, and leaves its copy behind when the
   * process is killed. */

  private final List<Path> roots;
  private final InstantSource clock;

  /**
   * @param roots directories to be used, the best first; made where they are missing
   */
  public NativeCache(List<Path> roots, InstantSource clock) {
    this.roots = List.copyOf(roots);
    this.clock = clock;
  }

  /** The user's cache directory and, where it cannot be written, the temporary one. */
  public static NativeCache ofUser() {
    return of(System.getenv(), System.getProperties());
  }

  static NativeCache of(Map<String, String> environment, Properties properties) {
    // As the XDG specification has it; Java's user.home is not HOME in a container.
    Path home = Path.of(environment.getOrDefault("HOME", properties.getProperty("user.home")));
    Path caches = Path.of(environment.getOrDefault("XDG_CACHE_HOME", ""));
    Path own = (caches.isAbsolute() ? caches : home.resolve(".cache")).resolve("leadline");
    String user = properties.getProperty("user.name").replace(File.separatorChar, '_');
    Path temporary = Path.of(properties.getProperty("java.io.tmpdir"), "leadline-" + user);
    return new NativeCache(List.of(own, temporary), InstantSource.system());
  }

  /**
   * The directory of a library's files, which are unpacked unless they are there.
   *
   * @param library what it is called
   * @param files where its files are in their jar
   * @throws IOException if no directory takes them; the message says why and what to do
   */
  public Path unpack(String library, List<URL> files) throws IOException {
    List<PackedFile> packed = new ArrayList<>();
    for (URL file : files) {
      packed.add(PackedFile.of(file));
    }
    List<String> refusals = new ArrayList<>();
    for (Path root : roots) {
      try {
        return new CacheDirectory(root, clock.instant()).unpack(library, packed);
      } catch (IOException e) {
        refusals.add("%s (%s)".formatted(root, reason(e)));
      }
    }
    throw new IOException(
        "expected a directory where the native library of %s can be unpacked and executed but got %s; set XDG_CACHE_HOME to one"
            .formatted(library, String.join(" and ", refusals)));
  }

  /** Why a directory was refused; the system's own exceptions name no more than the file. */
  private static String reason(IOException error) {
    String reason = String.valueOf(error.getMessage());
    return error instanceof FileSystemException system
        ? Objects.requireNonNullElse(system.getReason(), words(system))
        : reason;
  }

  private static String words(FileSystemException error) {
    return error instanceof AccessDeniedException
        ? "no permission to write"
        : error.getClass().getSimpleName();
  }
}
