package dev.leadline.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DigitsTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 1",
    "20, 20",
    "1000, 1000",
    "45678, 45700",
    "0.001, 0.001",
    "0.0123456, 0.0123",
    "-2.5, -2.5",
    "0.0001, 1e-4",
    "1.25e-10, 1.25e-10",
    "3000000, 3e6",
    "NaN, –"
  })
  void number_hasThreeDigits(double value, String text) {
    assertThat(Digits.of(value)).isEqualTo(text);
  }
}
