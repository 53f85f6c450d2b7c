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
    "committee, 2, 0.1936366627697637, 0.46387733746795856, 7.530402790385447",
    "committee, mixed, 4.2717678383245714E-4, 3.875130497347957E-6, 14.27125406341667",
    "committee, 10, 0.6046431129748628, 0.578046160255953, 29.905178911732904",
    "pfn, 2, 3.4975805532603333E-6, 3.665151480753499E-9, 7.031867258217928",
    "pfn, mixed, 0.016893371782511546, 7.484287318726262E-5, 13.60848328437931",
    "pfn, 10, 0.8000765313948714, 0.5671638796030883, 27.790357819184187"
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
