package dev.leadline.committee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.Golden;
import dev.leadline.surrogate.Observations;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares with dense linear algebra in another language; golden.py beside the numbers made them.
 */
class GoldenCommitteeTest {

  static List<Golden> cases() {
    return Golden.read(GoldenCommitteeTest.class, "golden.txt");
  }

  @ParameterizedTest
  @MethodSource("cases")
  void committee_believesWhatItsFormulasSay(Golden golden) {
    int d = (int) golden.number("dimensions");
    Observations seen =
        new Observations(d, golden.rows("x", d), golden.all("y"))
            .withDeviations(golden.all("deviations"))
            .withInputUnits(golden.all("units"));
    CommitteePosterior posterior = new Committee(CommitteeConfig.standard()).condition(seen);
    assertThat(posterior.weights()).containsExactly(golden.all("weights"), within(1e-7));
    double[][] queries = golden.rows("queries", d);
    for (int i = 0; i < queries.length; i++) {
      Distribution there = posterior.at(queries).get(i);
      assertThat(there.mean()).isCloseTo(golden.all("mean")[i], within(1e-7));
      double variance = golden.all("variance")[i];
      assertThat(there.variance()).isCloseTo(variance, within(1e-6 * variance + 1e-9));
    }
  }
}
