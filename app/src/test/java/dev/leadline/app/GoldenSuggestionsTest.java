package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.space.Configuration;
import dev.leadline.space.Parameter;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceBuilder;
import dev.leadline.study.Strategies;
import dev.leadline.study.Study;
import dev.leadline.study.Trial;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The suggestions of studies that nothing was meant to change.
 *
 * <p>The numbers were made by this very loop, with ONNX Runtime 1.28.0 on an x86-64 processor with
 * AVX2. Whoever changes what is suggested on purpose makes them anew and says so in the change log.
 */
class GoldenSuggestionsTest {

  private static final int TRIALS = 40;

  @ParameterizedTest
  @CsvSource({
    "committee, 2, 2.58970417433288E-6, 0.1893174369237238, 6.4493547632102795",
    "committee, mixed, 0.012388155087693193, 0.812770116858931, 12.906099526863414",
    "committee, 10, 0.34646317503817536, 0.03087610290631536, 24.852051075840937",
    "pfn, 2, 4.5821183263496666E-6, 0.2410115495287308, 6.690428869214947",
    "pfn, mixed, 0.16191277220941458, 0.24572940517354847, 9.089716533347497",
    "pfn, 10, 0.47975872646234075, 0.016606622002066744, 28.417772375964883"
  })
  void suggestions_areThoseThatMadeTheNumbers(
      String strategy, String space, double twentieth, double last, double sum) {
    double[] values = new double[TRIALS];
    double total = 0;
    try (Study study =
        Study.builder(space(space)).strategy(Strategies.named(strategy)).seed(3).build()) {
      for (int i = 0; i < TRIALS; i++) {
        Trial trial = study.ask();
        values[i] = value(trial.configuration(), space(space));
        total += values[i];
        study.tell(trial, values[i]);
      }
    }
    assertThat(new double[] {values[19], values[TRIALS - 1], total})
        .containsExactly(twentieth, last, sum);
  }

  private static Space space(String name) {
    if (name.equals("mixed")) {
      return Space.builder()
          .real("x0", 0, 1)
          .real("x1", 0, 1)
          .logInteger("n", 1, 1000)
          .choice("c", "a", "b", "d")
          .flag("f")
          .build();
    }
    SpaceBuilder plain = Space.builder();
    for (int d = 0; d < Integer.parseInt(name); d++) {
      plain.real("x" + d, 0, 1);
    }
    return plain.build();
  }

  /** A rippled bowl with penalties for the wrong choice and flag. */
  private static double value(Configuration c, Space space) {
    double sum = 0;
    for (Parameter parameter : space.parameters()) {
      sum +=
          switch (parameter.name()) {
            case "n" -> Math.pow(Math.log(c.integer("n") / 40.0) / 7, 2);
            case "c" -> c.choice("c").equals("b") ? 0 : 0.3;
            case "f" -> c.flag("f") ? 0 : 0.1;
            default -> ripple(c.real(parameter.name()) - 0.3);
          };
    }
    return sum;
  }

  private static double ripple(double v) {
    return v * v + 0.05 * (1 - Math.cos(12 * v));
  }
}
