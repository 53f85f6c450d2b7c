package dev.leadline.bench.report;

import java.util.List;
import java.util.Set;

/** Colours and dashes that tell the lines of a chart apart, for colour-blind readers too. */
record Palette(List<String> names) {

  /** What the others are measured by. */
  private static final Set<String> REFERENCES = Set.of("rs", "truth");

  private static final String GREY = "#7f7f7f";
  private static final List<String> COLOURS =
      List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000");
  private static final List<String> DASHES = List.of("none", "6 3", "2 2");

  Palette {
    names = List.copyOf(names);
  }

  String colour(String name) {
    return REFERENCES.contains(name) ? GREY : COLOURS.get(place(name) % COLOURS.size());
  }

  /** The value of SVG's {@code stroke-dasharray}: other dashes once all colours are used. */
  String dashes(String name) {
    return REFERENCES.contains(name)
        ? DASHES.get(0)
        : DASHES.get(place(name) / COLOURS.size() % DASHES.size());
  }

  private int place(String name) {
    int place = names.stream().filter(other -> !REFERENCES.contains(other)).toList().indexOf(name);
    if (place < 0) {
      throw new IllegalArgumentException("expected one of %s but got %s".formatted(names, name));
    }
    return place;
  }
}
