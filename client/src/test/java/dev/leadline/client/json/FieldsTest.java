package dev.leadline.client.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.study.Direction;
import dev.leadline.study.Goal;
import dev.leadline.study.Goals;
import dev.leadline.study.Limit;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FieldsTest {

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "[]", "{\"a\":1,\"a\":2}", "{} {}", "{\"a\":}", "nul"})
  void parse_refusesWhatIsNotOneObject(String text) {
    assertThatThrownBy(() -> Fields.parse(text))
        .isInstanceOf(FieldException.class)
        .hasMessageStartingWith("expected one JSON object but got: ");
  }

  /** Python writes them so, though JSON does not have them. */
  @ParameterizedTest
  @ValueSource(strings = {"NaN", "Infinity", "-Infinity"})
  void numberThatIsNone_isRefusedByItsField(String text) {
    Fields fields = Fields.parse("{\"tell\":0,\"value\":%s}".formatted(text));
    assertThatThrownBy(() -> fields.number("value"))
        .isInstanceOf(FieldException.class)
        .hasMessageContaining("expected a finite number with value but got: ")
        .hasMessageContaining(text)
        .hasMessageContaining("tell failed instead");
    Fields settings = Fields.parse("{\"observe\":{\"x\":%s},\"value\":1}".formatted(text));
    assertThatThrownBy(() -> SettingsJson.read(settings.get("observe")))
        .isInstanceOf(FieldException.class)
        .hasMessageContaining("expected a finite number, text, true or false as a setting");
  }

  /** Programs without whole numbers write them with a point. */
  @Test
  void wholeNumber_mayHaveAPoint() {
    Fields fields = Fields.parse("{\"trial\":3.0,\"seed\":1e3,\"half\":2.5,\"huge\":1e400}");
    assertThat(fields.whole("trial", 0, 9)).isEqualTo(3);
    assertThat(fields.optionalLong("seed")).hasValue(1000);
    assertThatThrownBy(() -> fields.whole("half", 0, 9)).hasMessageContaining("a whole number");
    assertThatThrownBy(() -> fields.optionalLong("huge")).hasMessageContaining("a whole number");
  }

  @Test
  void only_namesFieldsThatAreNotKnown() {
    assertThatThrownBy(() -> Fields.parse("{\"cuont\":2}").only("count", "worker"))
        .hasMessage("expected only [count, worker] but got also [cuont]");
  }

  @Test
  void settings_areReadAsTheyWereWritten() {
    Configuration settings =
        Configuration.empty().with("x", 1.0).with("n", 3).with("c", "a,b").with("f", true);
    assertThat(SettingsJson.write(settings))
        .hasToString("{\"x\":1.0,\"n\":3,\"c\":\"a,b\",\"f\":true}");
    assertThat(SettingsJson.read(SettingsJson.write(settings))).isEqualTo(settings);
  }

  @Test
  void space_isWrittenAsInASpaceFile() {
    Space space =
        Space.builder().real("x", 0.5, 2).flag("f").choice("c", "a", "b").require("x <= 1").build();
    assertThat(
            SpaceJson.write(
                space,
                Direction.MAXIMISE,
                "speed",
                Optional.empty(),
                List.of(Limit.parse("p99 <= 5"))))
        .hasToString(
            "{\"maximise\":\"speed\",\"parameters\":[{\"name\":\"x\",\"real\":[0.5,2.0]},{\"name\":\"f\",\"flag\":true},{\"name\":\"c\",\"choice\":[\"a\",\"b\"]}],\"require\":[\"x <= 1\"],\"limits\":[\"p99 <= 5.0\"]}");
    Goals goals = Goals.of(Goal.minimise("ms"), Goal.maximise("hits"), Goal.minimise("mb"));
    assertThat(
            SpaceJson.write(
                Space.builder().flag("f").build(),
                Direction.MINIMISE,
                "ms",
                Optional.of(goals),
                List.of()))
        .hasToString(
            "{\"minimise\":[\"ms\",\"mb\"],\"maximise\":[\"hits\"],\"parameters\":[{\"name\":\"f\",\"flag\":true}]}");
  }
}
