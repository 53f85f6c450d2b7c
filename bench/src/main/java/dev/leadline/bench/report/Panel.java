package dev.leadline.bench.report;

import java.util.List;

/** One small chart among many: a title and its lines. */
record Panel(String title, List<Series> series) {

  Panel {
    series = List.copyOf(series);
  }
}
