package dev.leadline.lab.recorded;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Coordinates as a program sees them. */
final class Seen {

  private Seen() {}

  /** Shares in whole cells, and a fixed place for what another parameter switches off. */
  static double[] by(List<Setting> settings, double[] coordinates) {
    double[] seen = new double[coordinates.length];
    for (int i = 0; i < seen.length; i++) {
      seen[i] = settings.get(i).seen(coordinates[i]);
    }
    for (int i = 0; i < seen.length; i++) {
      if (!counts(settings, settings.get(i), seen)) {
        seen[i] = settings.get(i).resting();
      }
    }
    return seen;
  }

  private static boolean counts(List<Setting> settings, Setting setting, double[] seen) {
    Setting.Condition when = setting.when();
    if (when == null) {
      return true;
    }
    int k =
        IntStream.range(0, settings.size())
            .filter(j -> settings.get(j).name().equals(when.name()))
            .findFirst()
            .orElseThrow();
    return when.values().stream()
        .anyMatch(value -> Math.abs(settings.get(k).placeNamed(value) - seen[k]) < 1e-9);
  }

  /** Real coordinates in the middle of the cells within which the program does not change. */
  static double[] inCells(List<Setting> settings, double cell, double[] seen) {
    double[] middle = seen.clone();
    for (int i = 0; i < middle.length && cell > 0; i++) {
      if (settings.get(i).kind() == Setting.Kind.REAL && settings.get(i).cells() == null) {
        middle[i] = Math.min(1, (Math.floor(seen[i] / cell) + 0.5) * cell);
      }
    }
    return middle;
  }

  /** The indices of discrete coordinates. */
  static List<Integer> indices(List<Setting> settings, double[] seen) {
    List<Integer> indices = new ArrayList<>();
    for (int i = 0; i < seen.length; i++) {
      indices.add(settings.get(i).index(seen[i]));
    }
    return indices;
  }
}
