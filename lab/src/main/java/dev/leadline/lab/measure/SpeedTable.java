package dev.leadline.lab.measure;

import dev.leadline.lab.functions.Program;
import dev.leadline.lab.functions.TestFunction;
import dev.leadline.lab.functions.TestFunctions;
import dev.leadline.search.Strategy;
import dev.leadline.space.Space;
import dev.leadline.study.Study;
import dev.leadline.study.Trial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The time of one suggestion by strategy, number of observations and of inputs. Used by one thread.
 *
 * @param observations the numbers of observations to measure at
 * @param dimensions the numbers of inputs
 * @param suggestions how many suggestions are timed in each cell, after as many untimed third ones
 */
public record SpeedTable(List<Integer> observations, List<Integer> dimensions, int suggestions) {

  public SpeedTable {
    observations = List.copyOf(observations);
    dimensions = List.copyOf(dimensions);
    if (suggestions < 1) {
      throw new IllegalArgumentException("expected at least 1 suggestion but got " + suggestions);
    }
  }

  /** One line of the table, times in milliseconds. */
  public record Row(
      String strategy, int dimensions, int observations, double median, double percentile95) {

    /** A line of a Markdown table. */
    public String markdown() {
      return String.format(
          Locale.ROOT,
          "| %s | %d | %d | %.1f | %.1f |",
          strategy,
          dimensions,
          observations,
          median,
          percentile95);
    }
  }

  /** The first lines of the Markdown table. */
  public static String header() {
    return "| strategy | inputs | observations | median ms | 95th percentile ms |\n|---|---:|---:|---:|---:|";
  }

  /** Measures one strategy in every cell. */
  public List<Row> measure(String name, Supplier<Strategy> strategy, LongSupplier nanos) {
    List<Row> rows = new ArrayList<>();
    for (int d : dimensions) {
      for (int n : observations) {
        rows.add(cell(name, strategy, d, n, nanos));
      }
    }
    return rows;
  }

  private Row cell(String name, Supplier<Strategy> strategy, int d, int n, LongSupplier nanos) {
    TestFunction function = levy(d);
    Space space = Program.cube(d);
    int warmUp = Math.max(1, suggestions / 3);
    double[] times = new double[suggestions];
    try (Study study = Study.builder(space).seed(1).strategy(strategy.get()).build()) {
      SplittableRandom random = new SplittableRandom(n);
      for (int k = 0; k < Math.max(1, n - (warmUp + suggestions) / 2); k++) {
        double[] point = random.doubles(d).toArray();
        study.observe(space.decode(point), function.atUnit(point));
      }
      for (int k = -warmUp; k < suggestions; k++) {
        long begin = nanos.getAsLong();
        Trial trial = study.ask();
        double milliseconds = (nanos.getAsLong() - begin) / 1e6;
        if (k >= 0) {
          times[k] = milliseconds;
        }
        study.tell(trial, function.atUnit(space.encode(trial.configuration())));
      }
    }
    Arrays.sort(times);
    double high = times[(int) Math.ceil(0.95 * times.length) - 1];
    return new Row(name, d, n, times[times.length / 2], high);
  }

  private static TestFunction levy(int d) {
    return TestFunctions.paper().stream()
        .filter(function -> function.name().equals("levy") && function.dimensions() == d)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "expected 1, 2, 5 or 10 inputs for the speed table but got " + d));
  }
}
