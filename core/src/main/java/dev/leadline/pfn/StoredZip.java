package dev.leadline.pfn;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** Zip archives of a few uncompressed entries, read and written as a whole. */
final class StoredZip {

  private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);
  private static final int LOCAL_HEADER = 0x04034b50;
  private static final int END_HEADER = 0x06054b50;
  private static final int END_LENGTH = 22;

  private StoredZip() {}

  /** All entries; an archive that is cut, damaged or holds a name twice is refused. */
  static Map<String, byte[]> read(byte[] archive) throws ModelFileException {
    ByteBuffer bytes = ByteBuffer.wrap(archive).order(ByteOrder.LITTLE_ENDIAN);
    if (archive.length < Integer.BYTES || bytes.getInt(0) != LOCAL_HEADER) {
      throw new ModelFileException("expected a model file (a zip archive) but it is none");
    }
    if (archive.length < END_LENGTH || bytes.getInt(archive.length - END_LENGTH) != END_HEADER) {
      throw new ModelFileException("the model file is cut: its end is missing");
    }
    Map<String, byte[]> entries = new LinkedHashMap<>();
    try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(archive))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        if (entry.getMethod() != ZipEntry.STORED) {
          throw new ModelFileException(
              "expected stored entries but %s is compressed".formatted(entry.getName()));
        }
        if (entries.putIfAbsent(entry.getName(), in.readAllBytes()) != null) {
          throw new ModelFileException(
              "expected %s once but it is there twice".formatted(entry.getName()));
        }
      }
    } catch (ModelFileException e) {
      throw e;
    } catch (IOException | IllegalArgumentException e) {
      throw new ModelFileException("the model file is damaged: %s".formatted(e.getMessage()), e);
    }
    return entries;
  }

  static void write(Map<String, byte[]> entries, OutputStream out) throws IOException {
    ZipOutputStream zip = new ZipOutputStream(out);
    for (Map.Entry<String, byte[]> content : entries.entrySet()) {
      CRC32 checksum = new CRC32();
      checksum.update(content.getValue());
      ZipEntry entry = new ZipEntry(content.getKey());
      entry.setMethod(ZipEntry.STORED);
      entry.setSize(content.getValue().length);
      entry.setCrc(checksum.getValue());
      entry.setTimeLocal(NO_TIME);
      zip.putNextEntry(entry);
      zip.write(content.getValue());
      zip.closeEntry();
    }
    zip.finish();
  }
}
