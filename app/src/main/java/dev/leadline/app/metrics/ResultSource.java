package dev.leadline.app.metrics;

import dev.leadline.study.Measurements;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where the result of a trial stands in what its command printed. Immutable and thread-safe.
 *
 * @param value where the value stands
 * @param further where the other metrics of the problem stand, by name
 * @param places where these are asked for, for messages
 */
public record ResultSource(Metric value, Map<String, Metric> further, Map<String, String> places) {

  public ResultSource {
    further = Collections.unmodifiableMap(new LinkedHashMap<>(further));
    places = Map.copyOf(places);
  }

  /** What the command printed as a result. */
  public Outcome read(Path stdout, Path stderr) throws IOException {
    Reading found = value.find(stdout, stderr);
    if (found.value().isEmpty()) {
      return Outcome.mute(complaint(value, found, stdout));
    }
    Measurements measured = Measurements.none();
    for (Map.Entry<String, Metric> metric : further.entrySet()) {
      Reading reading = metric.getValue().find(stdout, stderr);
      if (reading.value().isEmpty() && metric.getValue().isOptional()) {
        continue;
      }
      if (reading.value().isEmpty()) {
        return Outcome.unmeasured(
            "the metric '%s'%s did not appear: %s"
                .formatted(
                    metric.getKey(),
                    places.containsKey(metric.getKey()) ? " of " + places.get(metric.getKey()) : "",
                    complaint(metric.getValue(), reading, stdout)));
      }
      measured = measured.with(metric.getKey(), reading.value().getAsDouble());
    }
    return Outcome.of(found.value().getAsDouble(), measured, found.line());
  }

  /** A text that differs where results are read differently. */
  public String identity() {
    return further.isEmpty() ? value.toString() : value + " " + further;
  }

  private static String complaint(Metric metric, Reading reading, Path stdout) throws IOException {
    return "expected %s but %s"
        .formatted(
            metric.expectation(),
            reading.problem().isEmpty() ? instead(stdout) : reading.problem());
  }

  private static String instead(Path stdout) throws IOException {
    String last = OutputLines.last(stdout);
    return last.isEmpty()
        ? "nothing was printed"
        : "the last line is '" + OutputLines.shortened(last) + "'";
  }
}
