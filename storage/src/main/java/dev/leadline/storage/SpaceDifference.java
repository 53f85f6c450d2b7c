package dev.leadline.storage;

import java.util.List;

/** Says where two canonical texts of spaces first differ. */
final class SpaceDifference {

  private SpaceDifference() {}

  static String first(String stored, String wanted) {
    List<String> old = stored.lines().toList();
    List<String> now = wanted.lines().toList();
    for (int i = 0; i < Math.max(old.size(), now.size()); i++) {
      String before = i < old.size() ? old.get(i).strip() : "nothing";
      String after = i < now.size() ? now.get(i).strip() : "nothing";
      if (!before.equals(after)) {
        return "it has '%s' where this run has '%s'".formatted(before, after);
      }
    }
    return "no line differs";
  }
}
