package dev.leadline.lab.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * How the lines of a chart look, for colour-blind readers too.
 *
 * @param looks by name, in the order of the legend
 */
public record Palette(Map<String, Look> looks) {

  /** What the others are measured by. */
  private static final Set<String> REFERENCES = Set.of("rs", "random search", "truth");

  private static final Look REFERENCE = new Look("#7f7f7f", "none");
  private static final List<String> COLOURS =
      List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000");
  private static final List<String> DASHES = List.of("none", "6 3", "2 2");

  /** A scale whose lightness falls evenly. */
  private static final int[] SHADES = {0xf5b041, 0xe4705e, 0xb83a84, 0x741d9c, 0x1d0b70};

  public Palette {
    looks = Collections.unmodifiableMap(new LinkedHashMap<>(looks));
  }

  /**
   * The look of a line.
   *
   * @param colour as SVG writes it
   * @param dashes the value of SVG's {@code stroke-dasharray}
   */
  public record Look(String colour, String dashes) {}

  /** Colours that are easy to tell apart, references grey; other dashes once all are used. */
  static Palette apart(List<String> names) {
    Map<String, Look> looks = new LinkedHashMap<>();
    int place = 0;
    for (String name : names) {
      if (REFERENCES.contains(name)) {
        looks.put(name, REFERENCE);
      } else {
        String dashes = DASHES.get(place / COLOURS.size() % DASHES.size());
        looks.put(name, new Look(COLOURS.get(place % COLOURS.size()), dashes));
        place++;
      }
    }
    return new Palette(looks);
  }

  /** Full lines from light to dark in the order of the names. */
  public static Palette graded(List<String> names) {
    Map<String, Look> looks = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      double place = names.size() == 1 ? 1 : (double) i / (names.size() - 1);
      looks.put(names.get(i), new Look(shade(place), DASHES.get(0)));
    }
    return new Palette(looks);
  }

  /** The same with one more line at the head of the legend. */
  public Palette startingWith(String name, Look look) {
    Map<String, Look> more = new LinkedHashMap<>();
    more.put(name, look);
    more.putAll(looks);
    return new Palette(more);
  }

  List<String> names() {
    return new ArrayList<>(looks.keySet());
  }

  Look look(String name) {
    Look look = looks.get(name);
    if (look == null) {
      throw new IllegalArgumentException(
          "expected one of %s but got %s".formatted(looks.keySet(), name));
    }
    return look;
  }

  /** The colour at a place between 0, the light end, and 1, the dark one. */
  private static String shade(double place) {
    double at = place * (SHADES.length - 1);
    int lower = Math.min(SHADES.length - 2, (int) at);
    int mixed = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
      int from = SHADES[lower] >> shift & 0xff;
      int to = SHADES[lower + 1] >> shift & 0xff;
      mixed |= (int) Math.round(from + (at - lower) * (to - from)) << shift;
    }
    return String.format(Locale.ROOT, "#%06x", mixed);
  }
}
