import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.study.Study;
import dev.leadline.study.Trial;

/** The library in ten lines: java -cp … examples/BraninLibrary.java */
public final class BraninLibrary {

  private BraninLibrary() {}

  public static void main(String[] arguments) {
    Space space = Space.builder().real("x", -5, 10).real("y", 0, 15).build();
    try (Study study = Study.builder(space).minimise().seed(1).build()) {
      for (int i = 0; i < 40; i++) {
        Trial trial = study.ask();
        Configuration c = trial.configuration();
        study.tell(trial, branin(c.real("x"), c.real("y")));
      }
      Trial best = study.best().orElseThrow();
      System.out.println(best.configuration() + " gives " + best.value());
    }
  }

  private static double branin(double x, double y) {
    double bowl = y - 5.1 / (4 * Math.PI * Math.PI) * x * x + 5 / Math.PI * x - 6;
    return bowl * bowl + 10 * (1 - 1 / (8 * Math.PI)) * Math.cos(x) + 10;
  }
}
