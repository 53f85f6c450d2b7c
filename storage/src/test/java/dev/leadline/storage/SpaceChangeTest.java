package dev.leadline.storage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpaceChangeTest {

  private static final String STORED = "minimise loss\nx=real:0.0..1.0\nc=choice:a,b\n";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          maximise loss;x=real:0.0..1.0;c=choice:a,b        | 'minimise loss' where this run has 'maximise loss'
          minimise time;x=real:0.0..1.0;c=choice:a,b        | 'minimise loss' where this run has 'minimise time'
          minimise loss;x=real:0.0..1.0                     | it has 'c', which this run lacks
          minimise loss;x=integer:0..1;c=choice:a,b         | where this run has 'x=integer:0..1'
          minimise loss;x=real:0.0..1.0;c=choice:a,b;f=flag | it lacks 'f'; give that a default
          """)
  void changeThatMakesOldTrialsMeaningless_isAnObstacle(String wanted, String sentence) {
    assertThat(change(wanted).obstacle().orElseThrow()).contains(sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          minimise loss;x=real:0.5..9.0;c=choice:a,b                        | x=real:0.5..9.0 instead of x=real:0.0..1.0
          minimise loss;x=real:0.1..1.0:log;c=choice:a,b                    | x=real:0.1..1.0:log instead of x=real:0.0..1.0
          minimise loss;x=real:0.0..1.0;c=choice:d                          | c=choice:d instead of c=choice:a,b
          minimise loss;x=real:0.0..1.0;c=choice:a,b;require x > 0.2        | require x > 0.2 is new
          """)
  void otherChanges_areSaid(String wanted, String words) {
    assertThat(change(wanted).words()).containsExactly(words);
  }

  @Test
  void sameProblem_changesNothing() {
    assertThat(new SpaceChange(STORED, STORED).obstacle()).isEmpty();
    assertThat(new SpaceChange(STORED, STORED).words()).isEmpty();
  }

  private static SpaceChange change(String wanted) {
    return new SpaceChange(STORED, wanted.replace(';', '\n') + '\n');
  }
}
