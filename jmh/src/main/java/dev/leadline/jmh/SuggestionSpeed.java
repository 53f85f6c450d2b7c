package dev.leadline.jmh;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceBuilder;
import dev.leadline.study.Strategies;
import dev.leadline.study.Study;
import dev.leadline.study.Trial;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * How long a whole suggestion takes, all rounds of the search included; backs {@code leadline bench
 * speed}.
 *
 * <p>{@code mvn -pl jmh -am package -DskipTests && java -cp "jmh/target/classes:$(cat
 * jmh/target/classpath)" dev.leadline.jmh.SuggestionSpeed -p strategy=committee}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 1, batchSize = 5)
@Measurement(iterations = 3, time = 3)
@Fork(1)
public class SuggestionSpeed {

  @Param({"committee", "network"})
  String strategy = "committee";

  @Param({"2", "10"})
  int dimensions;

  @Param({"10", "50", "100", "1000"})
  int observations;

  private @Nullable Study study;

  public static void main(String[] arguments) throws RunnerException, CommandLineOptionException {
    new Runner(new CommandLineOptions(arguments)).run();
  }

  /** Starts anew for every iteration, so that the number of observations stays close to nominal. */
  @Setup(Level.Iteration)
  public void observe() {
    SpaceBuilder space = Space.builder();
    for (int d = 0; d < dimensions; d++) {
      space.real("x" + d, 0, 1);
    }
    Study fresh = Study.builder(space.build()).strategy(Strategies.named(strategy)).build();
    SplittableRandom random = new SplittableRandom(17);
    for (int i = 0; i < observations; i++) {
      Configuration configuration = Configuration.empty();
      for (int d = 0; d < dimensions; d++) {
        configuration = configuration.with("x" + d, random.nextDouble());
      }
      fresh.observe(configuration, bowl(configuration));
    }
    study = fresh;
  }

  @TearDown(Level.Iteration)
  public void close() {
    if (study != null) {
      study.close();
    }
  }

  /** One suggestion and its answer, whose time is negligible. */
  @Benchmark
  public double suggestion() {
    if (study == null) {
      throw new IllegalStateException("expected a study before the first suggestion");
    }
    Trial trial = study.ask();
    double value = bowl(trial.configuration());
    study.tell(trial, value);
    return value;
  }

  private double bowl(Configuration configuration) {
    double sum = 0;
    for (int d = 0; d < dimensions; d++) {
      double offset = configuration.real("x" + d) - 0.3;
      sum += offset * offset;
    }
    return sum;
  }
}
