package dev.leadline.lab.report;

import java.util.List;

/** One small chart among many: a title and its lines. */
public record Panel(String title, List<Series> series) {

  public Panel {
    series = List.copyOf(series);
  }
}
