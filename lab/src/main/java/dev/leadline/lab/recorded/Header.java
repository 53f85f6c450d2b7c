package dev.leadline.lab.recorded;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
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
}
