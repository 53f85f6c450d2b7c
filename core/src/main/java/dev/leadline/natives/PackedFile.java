package dev.leadline.natives;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;

/**
 * A file in a jar, known by its checksum.
 *
 * @param name the last part of its place in the jar
 * @param checksum the CRC-32 that the jar's directory holds: reading it costs nothing
 */
record PackedFile(URL place, String name, long checksum) {

  private static final String PART = ".part";

  static PackedFile of(URL place) throws IOException {
    String path = place.getPath();
    return new PackedFile(place, path.substring(path.lastIndexOf('/') + 1), checksum(place));
  }

  /** Whether a file has this content. */
  boolean isAt(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    CRC32 found = new CRC32();
    try (FileChannel channel = FileChannel.open(file)) {
      found.update(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()));
    }
    return found.getValue() == checksum;
  }

  /** Writes the file under another name and renames it, so that nobody sees half of it. */
  void unpackTo(Path file) throws IOException {
    Path part = Files.createTempFile(file.getParent(), name, PART);
    try {
      try (InputStream in = place.openStream();
          OutputStream out = Files.newOutputStream(part)) {
        in.transferTo(out);
      }
      if (!part.toFile().setExecutable(true)) {
        throw new IOException("nothing may be executed there");
      }
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  /** Whether a file is what a process left that was killed while it unpacked. */
  static boolean isPart(Path file) {
    return file.toString().endsWith(PART);
  }

  private static long checksum(URL place) throws IOException {
    URLConnection connection = place.openConnection();
    if (connection instanceof JarURLConnection jar && jar.getJarEntry().getCrc() != -1) {
      return jar.getJarEntry().getCrc();
    }
    try (CheckedInputStream in = new CheckedInputStream(place.openStream(), new CRC32())) {
      in.transferTo(OutputStream.nullOutputStream());
      return in.getChecksum().getValue();
    }
  }
}
