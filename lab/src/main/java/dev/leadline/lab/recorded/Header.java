package dev.leadline.lab.recorded;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a table says about itself in its first line; see {@link Interpolation} for the numbers of a
 * sample.
 *
 * @param source where and when the program was evaluated
 * @param rows the number of recorded configurations
 * @param whole whether these are all that there are
 * @param quantum the step of the values where they are counts, otherwise 0
 * @param cell the width of the cells in which the program does not change with a real parameter
 * @param least no value is lower than this
 * @param minimum the lowest value known
 * @param path what lies between the recorded configurations; null if these are all
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record Header(
    String name,
    String source,
    List<Setting> parameters,
    int rows,
    boolean whole,
    double quantum,
    @JsonProperty("grain") double cell,
    double least,
    long seed,
    double minimum,
    @Nullable Numbers path) {

  /**
   * The numbers of a sample's path.
   *
   * @param lengths in which the parameters' distances are counted
   * @param features the number of cosines of each of its two kernels
   */
  record Numbers(
      List<Double> lengths,
      double smooth,
      double rough,
      double ratio,
      double white,
      int features,
      List<Double> levels,
      List<Double> roughness,
      List<Double> scores,
      List<Double> values,
      double slope) {}

  Header {
    parameters = List.copyOf(parameters);
  }

  /**
   * Coordinates as the program sees them: shares in whole cells, and a fixed place for what another
   * parameter switches off.
   */
  double[] seen(double[] coordinates) {
    double[] seen = new double[coordinates.length];
    for (int i = 0; i < seen.length; i++) {
      seen[i] = parameters.get(i).seen(coordinates[i]);
    }
    for (int i = 0; i < seen.length; i++) {
      if (!counts(parameters.get(i), seen)) {
        seen[i] = parameters.get(i).resting();
      }
    }
    return seen;
  }

  private boolean counts(Setting setting, double[] seen) {
    Setting.Condition when = setting.when();
    if (when == null) {
      return true;
    }
    int k =
        IntStream.range(0, parameters.size())
            .filter(j -> parameters.get(j).name().equals(when.name()))
            .findFirst()
            .orElseThrow();
    return when.values().stream()
        .anyMatch(value -> Math.abs(parameters.get(k).placeNamed(value) - seen[k]) < 1e-9);
  }

  /** Real coordinates in the middle of the cells within which the program does not change. */
  double[] inCells(double[] seen) {
    double[] middle = seen.clone();
    for (int i = 0; i < middle.length && cell > 0; i++) {
      if (parameters.get(i).kind() == Setting.Kind.REAL && parameters.get(i).cells() == null) {
        middle[i] = Math.min(1, (Math.floor(seen[i] / cell) + 0.5) * cell);
      }
    }
    return middle;
  }

  /** The indices of discrete coordinates. */
  List<Integer> indices(double[] seen) {
    List<Integer> indices = new ArrayList<>();
    for (int i = 0; i < seen.length; i++) {
      indices.add(parameters.get(i).index(seen[i]));
    }
    return indices;
  }
}
