package dev.leadline.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.pfn.PfnModel;
import dev.leadline.search.NoiseKind;
import dev.leadline.search.Strategy;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceBuilder;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class PfnStudyTest {

  @Test
  void network_suggestsAfterTheInitialDesign() throws Exception {
    try (Study study = evaluated(3, network(), 8)) {
      List<Trial> trials = study.ask(3);
      assertThat(trials).allMatch(trial -> trial.expectedImprovement().isPresent());
      assertThat(trials).extracting(Trial::configuration).doesNotHaveDuplicates();
    }
  }

  @Test
  void resumedStudy_suggestsWhatTheUninterruptedOneDoes() throws Exception {
    try (Study whole = evaluated(3, network(), 10);
        Study resumed =
            Study.builder(whole.space())
                .seed(4)
                .strategy(network())
                .records(whole.trials())
                .build()) {
      assertThat(resumed.ask(2)).isEqualTo(whole.ask(2));
    }
  }

  @Test
  void spacesTooWideForTheNetwork_areLeftToTheCommittee() throws Exception {
    int wide = 12;
    try (Study study = evaluated(wide, network(), 12);
        Study committee = evaluated(wide, Strategies.committee(), 12)) {
      assertThat(study.ask()).isEqualTo(committee.ask());
      assertThat(study.substitution().orElseThrow())
          .startsWith("the committee suggests instead of the network")
          .endsWith("coordinates while this space has 12");
      assertThat(committee.substitution()).isEmpty();
    }
  }

  @Test
  void recommendation_comesFromTheNetwork() throws Exception {
    Strategy strategy = network();
    try (Study study = Study.builder(cube(3)).strategy(strategy).noise(NoiseKind.UNKNOWN).build()) {
      for (int i = 0; i < 10; i++) {
        Trial trial = study.ask();
        study.tell(trial, value(trial.configuration()));
      }
      Recommendation recommended = study.recommend().orElseThrow();
      assertThat(recommended.low()).isLessThan(recommended.median());
      assertThat(recommended.median()).isLessThan(recommended.high());
    }
  }

  @Test
  void missingModels_areNamed() {
    assertThatThrownBy(() -> Strategies.pfn(Path.of("no-such.pfn")))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("no-such.pfn");
    assertThatThrownBy(() -> Strategies.named("gp"))
        .hasMessageContaining("[network, committee, sobol, random] but got 'gp'");
  }

  private static Study evaluated(int dimensions, Strategy strategy, int trials) {
    Study study = Study.builder(cube(dimensions)).strategy(strategy).seed(4).build();
    for (int i = 0; i < trials; i++) {
      Trial trial = study.ask();
      study.tell(trial, value(trial.configuration()));
    }
    return study;
  }

  private static Space cube(int dimensions) {
    SpaceBuilder builder = Space.builder();
    for (int d = 0; d < dimensions; d++) {
      builder.real("x" + d, 0, 1);
    }
    return builder.build();
  }

  private static double value(Configuration configuration) {
    return configuration.values().keySet().stream()
        .mapToDouble(name -> Math.abs(configuration.real(name) - 0.4))
        .sum();
  }

  private static Strategy network() throws Exception {
    String resource = "format1-paper.pfn";
    return Strategies.pfn(
        Path.of(Objects.requireNonNull(PfnModel.class.getResource(resource), resource).toURI()));
  }
}
