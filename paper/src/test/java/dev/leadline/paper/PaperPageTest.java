package dev.leadline.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What docs/paper.md names is there. */
class PaperPageTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern NAME = Pattern.compile("`([A-Z][A-Za-z]+)`");

  @Test
  void everyRow_namesAClassAndATestThatExist() throws IOException {
    Set<String> classes = sources("src/main/java");
    Set<String> tests = sources("src/test/java");
    List<String> broken = new ArrayList<>();
    int rows = 0;
    String page = Files.readString(ROOT.resolve("docs/paper.md"));
    for (String line : page.substring(0, page.indexOf("## Two readings")).lines().toList()) {
      String[] cells = line.replace("\\|", "/").split("\\|", -1);
      if (!line.startsWith("| ") || cells.length != 5 || cells[1].contains("in the paper")) {
        continue;
      }
      rows++;
      List<String> main = names(cells[2]);
      List<String> pins = names(cells[3]);
      if (main.isEmpty() || pins.isEmpty()) {
        broken.add("no class or no test in: " + line);
      }
      main.stream().filter(name -> !classes.contains(name)).forEach(broken::add);
      pins.stream().filter(name -> !tests.contains(name)).forEach(broken::add);
    }
    assertThat(broken).isEmpty();
    assertThat(rows).isGreaterThan(15);
  }

  @Test
  void classesOfTheProse_exist() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/paper.md"));
    String prose =
        page.substring(page.indexOf("## Two readings"), page.indexOf("## What came of it"));
    assertThat(sources("src/main/java")).containsAll(names(prose));
  }

  private static List<String> names(String text) {
    List<String> names = new ArrayList<>();
    Matcher matcher = NAME.matcher(text);
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    return names;
  }

  private static Set<String> sources(String kind) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String module : List.of("core", "torch", "lab", "paper")) {
      Path folder = ROOT.resolve(module).resolve(kind);
      try (Stream<Path> found = Files.walk(folder)) {
        found.filter(file -> file.toString().endsWith(".java")).forEach(files::add);
      }
    }
    return files.stream()
        .map(file -> String.valueOf(file.getFileName()).replace(".java", ""))
        .collect(Collectors.toSet());
  }
}
