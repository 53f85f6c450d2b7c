package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.search.NoiseKind;
import dev.leadline.space.Configuration;
import dev.leadline.space.Parameter;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceBuilder;
import dev.leadline.study.Goal;
import dev.leadline.study.Goals;
import dev.leadline.study.Limit;
import dev.leadline.study.Measurements;
import dev.leadline.study.Strategies;
import dev.leadline.study.Study;
import dev.leadline.study.StudyBuilder;
import dev.leadline.study.Trial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The suggestions of studies that nothing was meant to change.
 *
 * <p>The numbers were made by this very loop on an x86-64 processor. Whoever changes what is
 * suggested on purpose makes them anew and says so in the change log.
 */
@EnabledIfSystemProperty(
    named = "os.arch",
    matches = "amd64",
    disabledReason = "the numbers are those of amd64: other processors round sums otherwise")
class GoldenSuggestionsTest {

  private static final int TRIALS = 40;

  @ParameterizedTest
  @CsvSource({
    "committee, 2, 0.1936366627697637, 0.46387733746795856, 7.530402790385447",
    "committee, mixed, 4.2717678383245714E-4, 3.875130497347957E-6, 14.27125406341667",
    "committee, 10, 0.6046431129748628, 0.578046160255953, 29.905178911732904",
    "network, 2, 3.5616144679002736E-6, 0.2068898878497845, 7.351617631200223",
    "network, mixed, 0.5665367208265503, 1.5442792434744833E-5, 12.40862013941355",
    "network, 10, 0.6232366138214391, 0.019648677628669384, 28.231196372967105"
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

  /**
   * Studies of every kind, as one number: the hash of all suggested settings. The numbers were made
   * as those above.
   */
  @ParameterizedTest
  @CsvSource({
    "committee, noise, -855375861", "committee, limits, 2083923522", "committee, goals, 1174879500",
        "committee, conditions, -1220604465",
    "committee, pending, -2012810959", "committee, failures, -1461817208",
        "committee, long, -175925811", "committee, finite, -327005987",
    "network, noise, 1015023213", "network, limits, -1430902745", "network, goals, 62810272",
        "network, conditions, 26697365",
    "network, pending, -2104109483", "network, failures, 623814520", "network, long, 107721738",
        "network, finite, 20411445"
  })
  void suggestions_ofEveryKindAreThoseThatMadeTheHash(String strategy, String kind, int hash) {
    assertThat(suggested(strategy, kind)).isEqualTo(hash);
  }

  private static int suggested(String strategy, String kind) {
    Space space =
        switch (kind) {
          case "conditions" ->
              Space.builder()
                  .choice("c", "a", "b", "d")
                  .real("x0", 0, 1)
                  .when("x0", "c != 'a'")
                  .logInteger("n", 1, 1000)
                  .require("c != 'd' or n > 5")
                  .build();
          case "finite" -> Space.builder().integer("n", 1, 9).choice("c", "a", "b", "d").build();
          case "long", "limits" -> space("2");
          default -> space("mixed");
        };
    StudyBuilder builder =
        Study.builder(space).strategy(Strategies.named(strategy)).seed(5).budget(24);
    switch (kind) {
      case "noise" -> builder.noise(NoiseKind.UNKNOWN);
      case "limits" -> builder.limits(List.of(Limit.parse("m <= 0.6")));
      case "goals" -> builder.goals(Goals.of(Goal.minimise("v"), Goal.minimise("m")));
      default -> {}
    }
    int hash = 0;
    try (Study study = builder.build()) {
      int known = kind.equals("long") ? 520 : 0;
      SplittableRandom random = new SplittableRandom(7);
      for (int i = 0; i < known; i++) {
        Configuration c = space.decode(random.doubles(space.dimensions()).toArray());
        study.observe(c, value(c, space));
      }
      List<Trial> running = new ArrayList<>();
      for (int i = 0; i < (known > 0 ? 4 : 24); i++) {
        running.add(study.ask());
        Configuration c = running.get(running.size() - 1).configuration();
        hash = 31 * hash + Arrays.hashCode(space.encode(c));
        if (running.size() < (kind.equals("pending") ? 4 : 1)) {
          continue;
        }
        Trial trial = running.remove(i % running.size());
        double value = value(trial.configuration(), space);
        if (kind.equals("failures") && i % 5 == 3) {
          study.fail(trial.number(), "out of memory");
        } else if (kind.equals("limits") || kind.equals("goals")) {
          study.tell(trial, value, Measurements.of("m", 1 - Math.sqrt(value)));
        } else {
          study.tell(trial, kind.equals("noise") ? value + 0.1 * random.nextDouble() : value);
        }
      }
    }
    return hash;
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
            default -> c.has(parameter.name()) ? ripple(c.real(parameter.name()) - 0.3) : 0.2;
          };
    }
    return sum;
  }

  private static double ripple(double v) {
    return v * v + 0.05 * (1 - Math.cos(12 * v));
  }
}
