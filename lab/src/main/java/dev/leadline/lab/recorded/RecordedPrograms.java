package dev.leadline.lab.recorded;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32;

/** The catalogue of recorded programs: which are for tuning, and which are held out. */
public final class RecordedPrograms {

  /* Fixed by a rule before any method ran on them: kind by kind, in the order of the CRC-32 of their names, every second one is
   * held out. So both halves have learners and systems of all kinds. */

  private static final String CATALOGUE = "programs.txt";

  private RecordedPrograms() {}

  /** The names of the programs on which choices are made. */
  public static List<String> open() {
    return half(0);
  }

  /** The names of the programs that are looked at once per release. */
  public static List<String> heldOut() {
    return half(1);
  }

  private static List<String> half(int remainder) {
    List<String> half = new ArrayList<>();
    int position = 0;
    for (List<String> kind : catalogue().values()) {
      List<String> drawn = new ArrayList<>(kind);
      drawn.sort(Comparator.comparingLong(RecordedPrograms::checksum));
      for (String name : drawn) {
        if (position++ % 2 == remainder) {
          half.add(name);
        }
      }
    }
    Collections.sort(half);
    return half;
  }

  /** The names by kind, in the order of the file: a kind a line, then its programs. */
  private static Map<String, List<String>> catalogue() {
    try (InputStream file = RecordedPrograms.class.getResourceAsStream(CATALOGUE)) {
      byte[] text = Objects.requireNonNull(file, CATALOGUE).readAllBytes();
      Map<String, List<String>> kinds = new LinkedHashMap<>();
      for (String line : new String(text, StandardCharsets.UTF_8).lines().toList()) {
        String[] parts = line.split(":? +");
        kinds.put(parts[0], List.of(parts).subList(1, parts.length));
      }
      return kinds;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + CATALOGUE, e);
    }
  }

  private static long checksum(String name) {
    CRC32 checksum = new CRC32();
    checksum.update(name.getBytes(StandardCharsets.UTF_8));
    return checksum.getValue();
  }
}
