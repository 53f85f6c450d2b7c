package dev.leadline.lab.problem;

import dev.leadline.lab.recorded.CurveFamily;
import dev.leadline.space.Space;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * A program whose learning curves were recorded at every setting, so that a trial can be ended on
 * the way.
 */
final class CurveTask implements Task, Problem {

  private final Suite suite;
  private final String program;
  private @Nullable CurveFamily loaded;

  /**
   * @param program its name; it is read when it is needed
   */
  CurveTask(Suite suite, String program) {
    this.suite = suite;
    this.program = program;
  }

  private synchronized CurveFamily family() {
    CurveFamily known = loaded;
    if (known == null) {
      known = CurveFamily.named(program);
      loaded = known;
    }
    return known;
  }

  @Override
  public String name() {
    return suite.prefix() + program;
  }

  @Override
  public String functionName() {
    return program;
  }

  @Override
  public Space space() {
    return family().space();
  }

  @Override
  public int dimensions() {
    return space().dimensions();
  }

  @Override
  public int initialPoints() {
    return 0;
  }

  @Override
  public Problem problem(long seed) {
    return this;
  }

  @Override
  public Outcome evaluate(double[] point, int evaluation) {
    return Outcome.after(DoubleStream.of(curve(point)).boxed().toList());
  }

  /** How far its end is from the lowest, in the way from there to the median. */
  @Override
  public double regret(double[] point) {
    double[] ends = family().ends();
    double unit = Math.max(ends[ends.length / 2] - ends[0], Double.MIN_NORMAL);
    double[] curve = curve(point);
    return (curve[curve.length - 1] - ends[0]) / unit;
  }

  private double[] curve(double[] point) {
    return family().curve(space().decode(point));
  }
}
