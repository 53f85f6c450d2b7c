package dev.leadline.insight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.space.Configuration;
import dev.leadline.space.Parameter;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceBuilder;
import dev.leadline.study.Strategies;
import dev.leadline.study.Study;
import dev.leadline.study.StudyModel;
import dev.leadline.study.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Shares of the model against the true total effects of functions that are known. */
class ImportanceTest {

  /** Functions of inputs of all kinds; those with a name of their own are of the literature. */
  enum Known {
    PAUSES {
      @Override
      Space space() {
        return Space.builder()
            .logInteger("heap_mb", 256, 8192)
            .integer("threads", 1, 64)
            .choice("gc", "serial", "parallel", "g1", "zgc")
            .flag("string_dedup")
            .integer("tenuring", 1, 15)
            .real("occupancy", 0.2, 0.8)
            .build();
      }

      @Override
      double at(Configuration c) {
        double live = c.flag("string_dedup") ? 214 : 220;
        double cost =
            switch (c.choice("gc")) {
              case "serial" -> 1.0;
              case "parallel" -> 0.7;
              case "g1" -> 0.8;
              default -> 1.2;
            };
        return 40
            + 450 * cost * live / (c.integer("heap_mb") - 0.9 * live)
            + 15 * Math.pow(Math.log(c.integer("threads") / 12.0), 2)
            + 40 * Math.pow(c.real("occupancy") - 0.45, 2)
            + 0.2 * c.integer("tenuring");
      }
    },
    ISHIGAMI {
      @Override
      Space space() {
        return reals(3);
      }

      @Override
      double at(Configuration c) {
        double a = angle(c, 0);
        double b = Math.sin(angle(c, 1));
        return Math.sin(a) + 7 * b * b + 0.1 * Math.pow(angle(c, 2), 4) * Math.sin(a);
      }

      private double angle(Configuration c, int i) {
        return Math.PI * (2 * c.real("x" + i) - 1);
      }
    },
    BOREHOLE {
      @Override
      Space space() {
        return Space.builder()
            .real("rw", 0.05, 0.15)
            .real("r", 100, 50000)
            .real("tu", 63070, 115600)
            .real("hu", 990, 1110)
            .real("tl", 63.1, 116)
            .real("hl", 700, 820)
            .real("l", 1120, 1680)
            .real("kw", 9855, 12045)
            .build();
      }

      @Override
      double at(Configuration c) {
        double log = Math.log(c.real("r") / c.real("rw"));
        double tu = c.real("tu");
        double wide = log * Math.pow(c.real("rw"), 2) * c.real("kw");
        return 2
            * Math.PI
            * tu
            * (c.real("hu") - c.real("hl"))
            / (log * (1 + 2 * c.real("l") * tu / wide + tu / c.real("tl")));
      }
    },
    FRIEDMAN {
      @Override
      Space space() {
        return reals(7);
      }

      @Override
      double at(Configuration c) {
        return 10 * Math.sin(Math.PI * c.real("x0") * c.real("x1"))
            + 20 * Math.pow(c.real("x2") - 0.5, 2)
            + 10 * c.real("x3")
            + 5 * c.real("x4");
      }
    },
    SOBOL_G {
      @Override
      Space space() {
        return reals(5);
      }

      @Override
      double at(Configuration c) {
        double[] dull = {0, 1, 4.5, 9, 99};
        double product = 1;
        for (int i = 0; i < dull.length; i++) {
          product *= (Math.abs(4 * c.real("x" + i) - 2) + dull[i]) / (1 + dull[i]);
        }
        return product;
      }
    },
    TRAINING {
      @Override
      Space space() {
        return Space.builder()
            .logReal("rate", 1e-5, 1)
            .logInteger("batch", 8, 512)
            .real("dropout", 0, 0.6)
            .choice("optimiser", "sgd", "adam")
            .flag("augment")
            .build();
      }

      @Override
      double at(Configuration c) {
        double usual = c.choice("optimiser").equals("adam") ? -3 : -1.5;
        double off =
            Math.log10(c.real("rate")) - usual - 0.3 * Math.log10(c.integer("batch") / 64.0);
        return 0.08
            + 0.9 * (1 - Math.exp(-off * off / 2))
            + 0.3 * Math.pow(c.real("dropout") - 0.2, 2)
            + (c.flag("augment") ? 0 : 0.02);
      }
    };

    abstract Space space();

    abstract double at(Configuration c);

    /** The total effect of each input over the space, by plain Monte Carlo. */
    List<Double> truth() {
      int pairs = 40_000;
      Space space = space();
      List<Double> effects = new ArrayList<>();
      for (Parameter input : space.parameters()) {
        SplittableRandom random = new SplittableRandom(1);
        Move move = Move.along(space, input.name());
        double sum = 0;
        double squares = 0;
        double changes = 0;
        for (int i = 0; i < pairs; i++) {
          double[] a = random.doubles(space.dimensions()).toArray();
          double[] b = random.doubles(space.dimensions()).toArray();
          double value = at(space.decode(a));
          sum += value;
          squares += value * value;
          changes += Math.pow(value - at(space.decode(move.exchanged(a, b))), 2);
        }
        effects.add(changes / 2 / (squares - sum * sum / pairs));
      }
      return effects;
    }
  }

  /** Within ten points wherever the truth is more than five. */
  @ParameterizedTest
  @EnumSource
  void sharesAfterTrialsAllOver_areTheTrueTotalEffects(Known known) {
    List<Importance> found = importance(known, "sobol", 200);
    List<Double> truth = known.truth();
    for (int i = 0; i < truth.size(); i++) {
      assertThat(found.get(i).overall().part())
          .as(found.get(i).input())
          .isCloseTo(truth.get(i), within(0.1));
    }
  }

  /** Most trials of a search lie near the best: what they do not tell is in the error. */
  @Test
  @Tag("slow")
  void sharesAfterASearch_areAsFarOffAsTheySay() {
    int covered = 0;
    int all = 0;
    for (Known known : Known.values()) {
      List<Importance> found = importance(known, "committee", 40);
      List<Double> truth = known.truth();
      for (int i = 0; i < truth.size(); i++) {
        Importance.Share share = found.get(i).overall();
        covered += Math.abs(share.part() - truth.get(i)) <= 2 * share.error() + 0.01 ? 1 : 0;
        all++;
      }
    }
    assertThat(covered).isGreaterThanOrEqualTo((int) (0.8 * all));
  }

  /** In the bad half one input rules, in the good half another one. */
  @Test
  void shareInTheGoodHalf_isOfWhatIsLeftToMatter() {
    Space space = reals(2);
    List<Importance> found =
        Importance.of(
            space,
            asked ->
                asked.stream()
                    .mapToDouble(c -> c.real("x0") > 0.5 ? 100 * c.real("x0") : c.real("x1"))
                    .toArray(),
            List.of(),
            1);
    assertThat(found.get(0).overall().part()).isGreaterThan(0.95);
    assertThat(found.get(0).among().part()).isLessThan(0.05);
    assertThat(found.get(1).overall().part()).isLessThan(0.05);
    assertThat(found.get(1).among().part()).isCloseTo(1, within(0.1));
  }

  private static Space reals(int count) {
    SpaceBuilder builder = Space.builder();
    for (int i = 0; i < count; i++) {
      builder.real("x" + i, 0, 1);
    }
    return builder.build();
  }

  private static List<Importance> importance(Known known, String strategy, int trials) {
    try (Study searched =
            Study.builder(known.space()).strategy(Strategies.named(strategy)).build();
        Study study = Study.builder(known.space()).strategy(Strategies.committee()).build()) {
      for (int i = 0; i < trials; i++) {
        Trial trial = searched.ask();
        double value = known.at(trial.configuration());
        searched.tell(trial, value);
        study.observe(trial.configuration(), value);
      }
      try (StudyModel model = study.model().orElseThrow()) {
        return Importance.of(model, 7);
      }
    }
  }
}
