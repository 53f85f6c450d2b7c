package dev.leadline.lab.recorded;

import java.util.Arrays;
import java.util.List;

/** A function that is straight between corners and constant beyond the first and the last. */
final class BrokenLine {

  private final double[] places;
  private final double[] values;

  BrokenLine(List<Double> places, List<Double> values) {
    if (places.isEmpty() || places.size() != values.size()) {
      throw new IllegalArgumentException(
          "expected as many values as places but got %d and %d"
              .formatted(values.size(), places.size()));
    }
    this.places = places.stream().mapToDouble(Double::doubleValue).toArray();
    this.values = values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  double first() {
    return places[0];
  }

  double firstValue() {
    return values[0];
  }

  double at(double place) {
    int last = places.length - 1;
    if (place >= places[last]) {
      return values[last];
    }
    if (place <= places[0]) {
      return values[0];
    }
    int found = Arrays.binarySearch(places, place);
    int i = found >= 0 ? found : -found - 2;
    double slope = (values[i + 1] - values[i]) / (places[i + 1] - places[i]);
    return slope * (place - places[i]) + values[i];
  }
}
