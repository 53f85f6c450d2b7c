package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands and files that the pages of the guide show do what they say. */
class PagesTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern FILE =
      Pattern.compile("```yaml\\n# (\\S+\\.yaml)\\n(.*?)```", Pattern.DOTALL);
  private static final Pattern COMMANDS = Pattern.compile("```console\\n(.*?)```", Pattern.DOTALL);
  private static final Pattern WORD = Pattern.compile("'[^']*'|\"[^\"]*\"|\\S+");

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "your-settings.md",
        "learn-from-earlier.md",
        "starting-points.md",
        "stopping.md",
        "conditional-parameters.md",
        "several-goals.md",
        "limits.md"
      })
  void everyCommand_runs(String page) throws IOException {
    String text = Files.readString(ROOT.resolve("docs").resolve(page));
    for (Matcher file = FILE.matcher(text); file.find(); ) {
      Files.writeString(directory.resolve(file.group(1)), file.group(2));
    }
    int commands = 0;
    for (Matcher block = COMMANDS.matcher(text); block.find(); ) {
      for (String line : block.group(1).lines().filter(l -> l.startsWith("./leadline ")).toList()) {
        run(line);
        commands++;
      }
    }
    assertThat(commands).as("commands of %s", page).isPositive();
  }

  /** Runs one line, with the files it names in the directory of the test. */
  private void run(String line) throws IOException {
    List<String> words = new ArrayList<>();
    for (Matcher word = WORD.matcher(line.replace("./leadline ", "")); word.find(); ) {
      words.add(placed(word.group().replaceAll("^['\"]|['\"]$", "")));
    }
    int into = words.indexOf(">");
    List<String> arguments = into < 0 ? words : words.subList(0, into);
    CommandRun run = CommandRun.of(arguments.toArray(String[]::new));
    assertThat(run.code()).as("%s%n%s", Arrays.toString(words.toArray()), run.err()).isZero();
    if (into >= 0) {
      Files.writeString(Path.of(words.get(into + 1)), run.out());
    }
  }

  private String placed(String word) {
    if (word.startsWith("examples/")) {
      return ROOT.resolve(word).toString();
    }
    return word.matches("[\\w-]+\\.(yaml|db|csv)") ? directory.resolve(word).toString() : word;
  }
}
