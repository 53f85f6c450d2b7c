package dev.leadline.jmh;

import dev.leadline.committee.Committee;
import dev.leadline.committee.CommitteeConfig;
import dev.leadline.committee.CommitteePosterior;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Predictive;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * How long the committee's part of a suggestion takes: one new observation and 1300 candidates.
 *
 * <p>{@code mvn -pl jmh -am package -DskipTests && java -cp "jmh/target/classes:$(cat
 * jmh/target/classpath)" dev.leadline.jmh.CommitteeSpeed}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(1)
public class CommitteeSpeed {

  @Param({"2", "10"})
  int dimensions;

  @Param({"10", "50", "100", "300", "1000"})
  int observations;

  private final Committee committee = new Committee(CommitteeConfig.standard());
  private Observations before = nothing();
  private Observations after = nothing();
  private double[][] global = new double[1000][];
  private double[][] local = new double[300][];

  public static void main(String[] arguments) throws RunnerException, CommandLineOptionException {
    new Runner(new CommandLineOptions(arguments)).run();
  }

  /** Half of the observations uniform, half near the best so far, as an optimiser leaves them. */
  @Setup(Level.Trial)
  public void observe() {
    SplittableRandom random = new SplittableRandom(17);
    double[][] points = new double[observations][];
    double[] values = new double[observations];
    int best = 0;
    for (int i = 0; i < observations; i++) {
      double radius = i % 2 == 0 ? 1 : Math.pow(10, -1 - 2 * random.nextDouble());
      points[i] = near(i == 0 ? new double[dimensions] : points[best], radius, random);
      values[i] = bowl(points[i]);
      best = values[i] < values[best] ? i : best;
    }
    before =
        new Observations(
            dimensions,
            Arrays.copyOf(points, observations - 1),
            Arrays.copyOf(values, observations - 1));
    after = new Observations(dimensions, points, values);
    double[] incumbent = points[best];
    Arrays.setAll(global, i -> near(incumbent, 1, random));
    Arrays.setAll(local, i -> near(incumbent, 0.1, random));
  }

  /** Puts the factors back to where they were before the last observation. */
  @Setup(Level.Invocation)
  public void forgetTheLast() {
    committee.condition(before);
  }

  @Benchmark
  public double suggestion() {
    CommitteePosterior posterior = committee.condition(after);
    Predictive first = posterior.at(global);
    return first.get(0).mean() + posterior.at(local).get(0).mean();
  }

  private static Observations nothing() {
    return new Observations(1, new double[0][], new double[0]);
  }

  private double[] near(double[] centre, double radius, SplittableRandom random) {
    double[] point = new double[dimensions];
    for (int j = 0; j < dimensions; j++) {
      double step = radius * (2 * random.nextDouble() - 1);
      point[j] = radius == 1 ? random.nextDouble() : Math.max(0, Math.min(1, centre[j] + step));
    }
    return point;
  }

  /** Styblinski–Tang, divided by its rough standard deviation. */
  private static double bowl(double[] point) {
    double sum = 0;
    for (double coordinate : point) {
      double v = 10 * coordinate - 5;
      sum += v * v * v * v - 16 * v * v + 5 * v;
    }
    return sum / (100 * Math.sqrt(point.length));
  }
}
