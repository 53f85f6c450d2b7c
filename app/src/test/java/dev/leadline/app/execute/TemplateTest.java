package dev.leadline.app.execute;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.app.exit.UserError;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateTest {

  private static final List<String> NAMES = List.of("heap", "on", "gc-kind");
  private static final Map<String, String> VALUES =
      Map.of("heap", "512", "on", "true", "gc-kind", "G1");

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -Xmx{heap}m                 | -Xmx512m
          -XX:+Use{gc-kind}GC         | -XX:+UseG1GC
          -XX:{on?+:-}UseStrings      | -XX:+UseStrings
          {heap}{heap}                | 512512
          {{heap}}                    | {heap}
          ${heap}                     | ${heap}
          {print $1}                  | {print $1}
          {"a": {"b": 1}}             | {"a": {"b": 1}}
          {}                          | {}
          {on?http://a:b}             | http
          """)
  void render_replacesPlaceholdersOnly(String text, String expected) {
    assertThat(Template.parse(text, "here", NAMES).render(VALUES)).isEqualTo(expected);
  }

  @Test
  void unknownPlaceholder_isNamedWithTheKnownOnes() {
    assertThatThrownBy(() -> Template.parse("-Xmx{heep}m", "the command", NAMES))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("the command: unknown placeholder {heep}")
        .hasMessageContaining("heap, on, gc-kind");
  }

  @Test
  void argumentThatAFlagTurnsOff_isLeftOut() {
    CommandTemplate command =
        CommandTemplate.parse(List.of("echo", "{on?:--off}", "{on?--yes:}", ""), NAMES);
    assertThat(command.render(VALUES)).containsExactly("echo", "--yes", "");
  }

  @Test
  void quote_isReadBackByAShell() throws Exception {
    List<String> arguments = List.of("a b", "it's", "$HOME", "plain-1.5", "", "{x}", "*");
    Process shell =
        new ProcessBuilder("sh", "-c", "printf '%s\\n' " + CommandTemplate.quote(arguments))
            .start();
    assertThat(new String(shell.getInputStream().readAllBytes(), UTF_8).split("\n", -1))
        .containsExactly("a b", "it's", "$HOME", "plain-1.5", "", "{x}", "*", "");
  }

  @Test
  void missingProgram_isASentence() {
    assertThatThrownBy(() -> CommandTemplate.parse(List.of("no-such-program-here"), NAMES))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("'no-such-program-here' is not on the PATH");
    assertThatThrownBy(() -> CommandTemplate.parse(List.of("./no/such"), NAMES))
        .hasMessageContaining("'./no/such' does not exist");
  }

  @Test
  void programThatIsNotExecutable_isASentence() throws Exception {
    Path script = Files.writeString(directory.resolve("script.sh"), "echo 1\n");
    assertThatThrownBy(() -> CommandTemplate.parse(List.of(script.toString()), NAMES))
        .hasMessageContaining("chmod +x");
  }

  @Test
  void configTemplate_writesTheFileForEachTrial() throws Exception {
    Path source = Files.writeString(directory.resolve("in"), "heap = {heap}\nraw = {{heap}}\n");
    ConfigTemplate template = parse(source + ":" + directory.resolve("sub/out-{heap}.ini"));
    Path written = template.write(VALUES);
    assertThat(written).isEqualTo(directory.resolve("sub/out-512.ini"));
    assertThat(written).hasContent("heap = 512\nraw = {heap}\n");
  }

  @Test
  void configTemplateWithoutPlaceholder_isRefused() throws Exception {
    Path source = Files.writeString(directory.resolve("in"), "heap = 5\n");
    assertThatThrownBy(() -> parse(source + ":out"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("has no placeholder");
  }

  @Test
  void templateThatIsItsOwnDestination_isRefusedByAnyOfItsNames() throws Exception {
    Path source = Files.writeString(directory.resolve("t"), "heap = {heap}\n");
    Files.createSymbolicLink(directory.resolve("link"), source);
    Files.createLink(directory.resolve("hard"), source);
    for (String name :
        List.of("t", "./t", "../" + directory.getFileName() + "/t", "link", "hard")) {
      assertThatThrownBy(() -> parse(source + ":" + directory + "/" + name))
          .as(name)
          .isInstanceOf(UserError.class)
          .hasMessageContaining("would overwrite the template");
    }
    Path named = Files.move(source, directory.resolve("512"));
    ConfigTemplate template = parse(named + ":" + directory + "/{heap}");
    assertThatThrownBy(() -> template.write(VALUES)).isInstanceOf(UserError.class);
    assertThat(named).hasContent("heap = {heap}\n");
  }

  @Test
  void configTemplate_leavesNothingElseBesideItsFile() throws Exception {
    Path source = Files.writeString(directory.resolve("conf.tmp"), "heap = {heap}\n");
    Path written = parse(source + ":" + directory + "/conf").write(VALUES);
    assertThat(written).hasContent("heap = 512\n");
    assertThat(source).hasContent("heap = {heap}\n");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).containsExactlyInAnyOrder(source, written);
    }
  }

  @Test
  void parametersThatShareAVariableOrHideTheTrial_areRefused() {
    assertThatThrownBy(() -> TrialValues.names(List.of("a.b", "c", "a-b")))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("'a.b' and 'a-b' would share the environment variable LEADLINE_a_b");
    assertThatThrownBy(() -> TrialValues.names(List.of("x", "trial")))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("'trial' would hide LEADLINE_trial");
    assertThat(TrialValues.names(List.of("a.b", "a_c"))).containsExactly("a.b", "a_c", "trial");
  }

  @Test
  void templateThatAnotherWouldOverwrite_isRefused() throws Exception {
    Path a = Files.writeString(directory.resolve("a"), "{heap}");
    Path b = Files.writeString(directory.resolve("b"), "{heap}");
    assertThatThrownBy(() -> ConfigTemplate.parse(List.of(a + ":" + b, b + ":c"), NAMES))
        .hasMessageContaining("would overwrite the template " + b);
  }

  private static ConfigTemplate parse(String option) {
    return ConfigTemplate.parse(List.of(option), NAMES).get(0);
  }
}
