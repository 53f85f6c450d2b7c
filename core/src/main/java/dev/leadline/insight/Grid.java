package dev.leadline.insight;

import dev.leadline.space.Parameter;
import dev.leadline.space.Value;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** The values of one parameter at which a picture is computed. */
final class Grid {

  private Grid() {}

  /**
   * All values, or so many of them spread evenly along the parameter's scale, both ends included.
   */
  static List<Value> of(Parameter parameter, int most) {
    long count = parameter.cardinality().orElse(Long.MAX_VALUE);
    boolean isUnordered = parameter.width() > 1;
    if (count <= most || isUnordered) {
      return LongStream.range(0, count).mapToObj(parameter::value).toList();
    }
    return IntStream.range(0, most)
        .mapToObj(i -> parameter.decode(new double[] {i / (most - 1.0)}, 0))
        .distinct()
        .toList();
  }
}
