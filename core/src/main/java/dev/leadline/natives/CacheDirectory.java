package dev.leadline.natives;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A directory of this user alone, with one folder per library and version.
 *
 * @param root made when it is missing
 * @param now what was last used long before this is removed
 */
record CacheDirectory(Path root, Instant now) {

  /* Files lie under native/NAME-CHECKSUM, so versions live side by side. What has not been used for
   * a month is removed by whoever comes next. tmp is the launcher's java.io.tmpdir, in which a
   * killed process leaves an empty folder. */

  private static final Duration KEPT = Duration.ofDays(30);
  private static final Duration SCRAPS_KEPT = Duration.ofDays(1);

  Path unpack(String library, List<PackedFile> files) throws IOException {
    makePrivate();
    Path libraries = root.resolve("native");
    Path folder = Files.createDirectories(libraries.resolve(library + "-" + key(files)));
    for (PackedFile file : files) {
      Path place = folder.resolve(file.name());
      if (!file.isAt(place)) {
        file.unpackTo(place);
      }
      if (!Files.isExecutable(place)) { // mounted noexec
        throw new IOException("nothing may be executed there");
      }
    }
    Files.setLastModifiedTime(folder, FileTime.from(now));
    removeOld(libraries, KEPT, entry -> true);
    removeOld(folder, SCRAPS_KEPT, PackedFile::isPart);
    removeOld(root.resolve("tmp"), SCRAPS_KEPT, entry -> true);
    return folder;
  }

  /** Makes the directory; in a place that others share they could have put a library there. */
  private void makePrivate() throws IOException {
    boolean hasModes = root.getFileSystem().supportedFileAttributeViews().contains("posix");
    if (!Files.isDirectory(root)) {
      Files.createDirectories(root, hasModes ? mineAlone() : new FileAttribute<?>[0]);
    }
    Path probe = Files.createTempFile(root, "owner", "");
    try {
      if (!Files.getOwner(root).equals(Files.getOwner(probe))) {
        throw new IOException("it belongs to someone else");
      }
      if (hasModes
          && Files.getPosixFilePermissions(root).contains(PosixFilePermission.OTHERS_WRITE)) {
        throw new IOException("everybody may write there");
      }
    } finally {
      Files.delete(probe);
    }
  }

  private static FileAttribute<?>[] mineAlone() {
    Set<PosixFilePermission> mine = PosixFilePermissions.fromString("rwx------");
    return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(mine)};
  }

  private static String key(List<PackedFile> files) {
    StringBuilder key = new StringBuilder();
    files.forEach(file -> key.append(HexFormat.of().toHexDigits((int) file.checksum())));
    return key.toString();
  }

  private void removeOld(Path directory, Duration kept, Predicate<Path> which) throws IOException {
    if (!Files.isDirectory(directory)) {
      return;
    }
    List<Path> entries;
    try (Stream<Path> listed = Files.list(directory)) {
      entries = listed.filter(which).toList();
    }
    for (Path entry : entries) {
      try {
        if (Files.getLastModifiedTime(entry).toInstant().isBefore(now.minus(kept))) {
          remove(entry);
        }
      } catch (IOException e) {
        // In use, or another process was faster: whoever comes next tries again.
      }
    }
  }

  private static void remove(Path entry) throws IOException {
    List<Path> inside;
    try (Stream<Path> walked = Files.walk(entry)) {
      inside = walked.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : inside) {
      Files.deleteIfExists(path);
    }
  }
}
