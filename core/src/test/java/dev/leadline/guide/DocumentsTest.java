package dev.leadline.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Documents render, and what they link to is there. */
class DocumentsTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path RECORDS = ROOT.resolve("benchmarks");
  private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:|mailto:)([^)#\\s]+)");

  @Test
  void tables_haveAHeading() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path document : documents()) {
      List<String> lines = Files.readAllLines(document);
      for (int i = 0; i < lines.size(); i++) {
        boolean first = isRow(lines.get(i)) && (i == 0 || !isRow(lines.get(i - 1)));
        boolean headed = i + 1 < lines.size() && lines.get(i + 1).matches("\\|([ :]*-+[ :]*\\|)+");
        if (first && !headed) {
          broken.add("%s:%d".formatted(ROOT.relativize(document), i + 1));
        }
      }
    }
    assertThat(broken).as("tables without a heading render as raw text").isEmpty();
  }

  @Test
  void lists_beginAfterABlankLine() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path document : documents()) {
      List<String> lines = withoutFences(Files.readString(document)).lines().toList();
      for (int i = 1; i < lines.size() && !document.startsWith(RECORDS); i++) {
        if (isItem(lines.get(i)) && !lines.get(i - 1).matches("|#.*|  .*|- .*|\\d+\\. .*")) {
          broken.add("%s: %s".formatted(ROOT.relativize(document), lines.get(i)));
        }
      }
    }
    assertThat(broken).as("the site shows these as running text").isEmpty();
  }

  private static boolean isItem(String line) {
    return line.startsWith("- ") || line.startsWith("1. ");
  }

  @Test
  void links_leadToFilesThatExist() throws IOException {
    String records = Files.readString(RECORDS.resolve("README.md"));
    String removed = records.substring(records.indexOf("## Removed"));
    List<String> broken = new ArrayList<>();
    for (Path document : documents()) {
      Matcher link = LINK.matcher(withoutCode(Files.readString(document)));
      while (link.find()) {
        Path target = document.resolveSibling(link.group(1)).normalize();
        boolean listed = // pages of records do not change
            document.startsWith(RECORDS) && isListed(RECORDS.relativize(target), removed);
        if (!listed && !Files.exists(target)) {
          broken.add("%s: %s".formatted(ROOT.relativize(document), link.group(1)));
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void architecture_showsEveryModuleAndPackage() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/architecture.md"));
    String picture = page.substring(page.indexOf("```mermaid"), page.indexOf("The same in words"));
    List<String> missing = new ArrayList<>();
    for (Path sources : mainSources()) {
      String module = String.valueOf(ROOT.relativize(sources).getName(0));
      Matcher box = Pattern.compile(" %s\\[\"(.*)\"]".formatted(module)).matcher(picture);
      String shown = box.find() ? box.group(1) : "";
      for (String name : packages(sources)) {
        if (!shown.matches(".*\\b%s\\b.*".formatted(name)) || !page.contains("`" + name + "`")) {
          missing.add(module + " " + name);
        }
      }
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void architecture_namesOnlyClassesThatExist() throws IOException {
    Set<String> classes = new HashSet<>();
    for (Path sources : mainSources()) {
      try (Stream<Path> files = Files.walk(sources)) {
        files.forEach(file -> classes.add(file.getFileName().toString().replace(".java", "")));
      }
    }
    String page = Files.readString(ROOT.resolve("docs/architecture.md"));
    Matcher name = Pattern.compile("`([A-Z]\\w+)(\\.\\w+)?`").matcher(page);
    Set<String> unknown = new TreeSet<>();
    while (name.find()) {
      if (!classes.contains(name.group(1))) {
        unknown.add(name.group(1));
      }
    }
    assertThat(unknown).isEmpty();
  }

  @Test
  void site_listsEveryPage() throws IOException {
    String site = Files.readString(ROOT.resolve("docs/site/mkdocs.yml"));
    try (Stream<Path> pages = Files.list(ROOT.resolve("docs"))) {
      assertThat(pages.map(page -> ROOT.relativize(page).toString()))
          .filteredOn(page -> page.endsWith(".md"))
          .allSatisfy(page -> assertThat(site).contains("- " + page));
    }
  }

  /** Whether a file, or the record that it belonged to, is in the list of what was removed. */
  private static boolean isListed(Path file, String removed) {
    return removed.contains("| `%s` |".formatted(file))
        || removed.contains("| `%s` |".formatted(file.getName(0)));
  }

  private static List<Path> mainSources() throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      return modules
          .map(module -> module.resolve("src/main/java"))
          .filter(Files::isDirectory)
          .toList();
    }
  }

  /** The last words of the names of all packages that hold a class. */
  private static Set<String> packages(Path sources) throws IOException {
    try (Stream<Path> files = Files.walk(sources)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.endsWith("module-info.java"))
          .map(file -> file.getParent().getFileName().toString())
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static boolean isRow(String line) {
    return line.startsWith("|");
  }

  private static String withoutCode(String text) {
    return withoutFences(text).replaceAll("`[^`\n]*`", "");
  }

  private static String withoutFences(String text) {
    return text.replaceAll("(?s)```.*?```", "");
  }

  private static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    documents.add(ROOT.resolve("README.md"));
    for (String name : List.of("CHANGELOG", "CONTRIBUTING", "SECURITY", "CODE_OF_CONDUCT")) {
      documents.add(ROOT.resolve(name + ".md"));
    }
    for (String folder : List.of("docs", "benchmarks", "examples")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
      }
    }
    return documents;
  }
}
