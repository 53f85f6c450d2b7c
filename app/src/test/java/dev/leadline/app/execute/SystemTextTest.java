package dev.leadline.app.execute;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SystemTextTest {

  @Test
  void argumentsThatLostCharacters_areFound() {
    SystemText ascii = new SystemText(List.of(US_ASCII));
    assertThat(ascii.harm("echo ä".getBytes(UTF_8), "echo ??").orElseThrow())
        .contains("LC_ALL=C.UTF-8");
    assertThat(ascii.harm("echo what?".getBytes(UTF_8), "echo what?")).isEmpty();
    SystemText utf8 = new SystemText(List.of(UTF_8));
    assertThat(utf8.harm("echo ä 日本".getBytes(UTF_8), "echo ä 日本")).isEmpty();
    assertThat(utf8.harm("echo ä".getBytes(ISO_8859_1), "echo \uFFFD").orElseThrow())
        .contains("UTF-8");
  }

  @Test
  void charactersThatWouldBeLost_areNamed() {
    assertThat(new SystemText(List.of(UTF_8, US_ASCII)).firstLost("sort, aä日")).hasValue("ä");
    assertThat(new SystemText(List.of(ISO_8859_1)).firstLost("aä日")).hasValue("日");
    assertThat(new SystemText(List.of(UTF_8)).firstLost("aä日\uD83D\uDE00")).isEmpty();
  }

  @Test
  void localeOfTheUser_isGivenToPrograms() {
    Map<String, String> environment = new HashMap<>(Map.of("LC_ALL", "C.UTF-8"));
    SystemText.restoreLocale(null, environment);
    assertThat(environment).containsEntry("LC_ALL", "C.UTF-8");
    SystemText.restoreLocale("C", environment);
    assertThat(environment).containsEntry("LC_ALL", "C");
    SystemText.restoreLocale("", environment);
    assertThat(environment).isEmpty();
  }
}
