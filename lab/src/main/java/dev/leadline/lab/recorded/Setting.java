package dev.leadline.lab.recorded;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.leadline.space.Configuration;
import dev.leadline.space.SpaceBuilder;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One parameter of a recorded program. Immutable and thread-safe.
 *
 * <p>Its coordinate is the place of a number in [0, 1], an integer's in a cell of its own, and the
 * index of a choice, of an option in order or of a flag.
 *
 * @param options the values of a choice, the numbers of an ordinal
 * @param cells set where the program turns a share into a whole number
 * @param when set where another parameter decides whether this one counts
 */
record Setting(
    String name,
    Kind kind,
    double low,
    double high,
    Spread scale,
    @Nullable List<String> options,
    @Nullable Cells cells,
    @Nullable Condition when) {

  /** What the values are. */
  enum Kind {
    @JsonProperty("real")
    REAL,
    @JsonProperty("integer")
    INTEGER,
    @JsonProperty("choice")
    CHOICE,
    @JsonProperty("ordinal")
    ORDINAL,
    @JsonProperty("flag")
    FLAG
  }

  /** How numbers are spread over [0, 1]. */
  enum Spread {
    @JsonProperty("linear")
    LINEAR,
    @JsonProperty("log")
    LOG
  }

  /** The program sees floor(count · value + shift), at least one. */
  record Cells(int count, double shift) {}

  /** The parameter counts only where another one has one of these values. */
  record Condition(String name, List<String> values) {}

  Setting {
    options = options == null ? List.of() : List.copyOf(options);
    scale = scale == null ? Spread.LINEAR : scale;
  }

  boolean numeric() {
    return kind == Kind.REAL || kind == Kind.INTEGER;
  }

  /** The number of values; 0 for a real parameter. */
  int count() {
    return switch (kind) {
      case REAL -> 0;
      case INTEGER -> (int) (high - low) + 1;
      case CHOICE, ORDINAL -> names().size();
      case FLAG -> 2;
    };
  }

  void addTo(SpaceBuilder space) {
    switch (kind) {
      case REAL -> addReal(space);
      case INTEGER -> addInteger(space);
      case CHOICE -> space.choice(name, names().toArray(String[]::new));
      case ORDINAL -> space.ordinal(name, ordered());
      case FLAG -> space.flag(name);
    }
  }

  private void addReal(SpaceBuilder space) {
    if (scale == Spread.LOG) {
      space.logReal(name, low, high);
    } else {
      space.real(name, low, high);
    }
  }

  private void addInteger(SpaceBuilder space) {
    if (scale == Spread.LOG) {
      space.logInteger(name, (long) low, (long) high);
    } else {
      space.integer(name, (long) low, (long) high);
    }
  }

  /** The parameter's value as a number: itself, or the index of a choice or flag. */
  double number(Configuration configuration) {
    return switch (kind) {
      case REAL -> configuration.real(name);
      case INTEGER -> configuration.integer(name);
      case CHOICE -> names().indexOf(configuration.choice(name));
      case ORDINAL -> Arrays.binarySearch(ordered(), configuration.real(name));
      case FLAG -> configuration.flag(name) ? 1 : 0;
    };
  }

  /** The coordinate of a value given as a number. */
  double place(double number) {
    if (!numeric()) {
      return number;
    }
    double start = bent(lowest());
    double share = (bent(number) - start) / (bent(highest()) - start);
    return Math.min(1, Math.max(0, share));
  }

  /** The index of the value at a coordinate of a discrete parameter. */
  int index(double coordinate) {
    if (!numeric()) {
      return (int) coordinate;
    }
    double start = bent(lowest());
    double bent = start + coordinate * (bent(highest()) - start);
    double number = scale == Spread.LOG ? Math.exp(bent) : bent;
    return (int) Math.min(count() - 1, Math.max(0, Math.floor(number + 0.5) - low));
  }

  /** The coordinate of the value of this index. */
  double placeOf(int index) {
    return numeric() ? place(low + index) : index;
  }

  /** The index of a value as conditions name it. */
  double placeNamed(String value) {
    return switch (kind) {
      case CHOICE, ORDINAL -> names().indexOf(value);
      case FLAG -> value.equals("true") ? 1 : 0;
      case REAL, INTEGER -> place(Double.parseDouble(value));
    };
  }

  /** The coordinate of the parameter where it does not count. */
  double resting() {
    return switch (kind) {
      case REAL -> 0.5;
      case INTEGER -> placeOf(index(0.5));
      case CHOICE, ORDINAL, FLAG -> 0;
    };
  }

  /** The coordinate as the program sees it. */
  double seen(double coordinate) {
    if (cells == null) {
      return coordinate;
    }
    double value = low + coordinate * (high - low);
    double cell = Math.max(1, Math.floor(value * cells.count() + cells.shift()));
    return Math.min(1, Math.max(0, (cell / cells.count() - low) / (high - low)));
  }

  private double[] ordered() {
    return names().stream().mapToDouble(Double::parseDouble).toArray();
  }

  private List<String> names() {
    return options == null ? List.of() : options;
  }

  private double lowest() {
    return kind == Kind.INTEGER ? low - 0.5 : low;
  }

  private double highest() {
    return kind == Kind.INTEGER ? high + 0.5 : high;
  }

  private double bent(double number) {
    return scale == Spread.LOG ? Math.log(number) : number;
  }
}
