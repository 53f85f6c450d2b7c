package dev.leadline.app.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationConverterTest {

  @ParameterizedTest
  @CsvSource({"500ms,500", "30s,30000", "1.5s,1500", "10m,600000", "1h30m,5400000", "1d,86400000"})
  void durations_areRead(String text, long millis) {
    assertThat(new DurationConverter().convert(text)).isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10", "m", "-5s", "5x", "0s", "1h 5m"})
  void otherTexts_areRefused(String text) {
    assertThatThrownBy(() -> new DurationConverter().convert(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("expected a duration");
  }
}
