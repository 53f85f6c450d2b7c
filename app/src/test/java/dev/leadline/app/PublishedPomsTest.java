package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** What Maven Central asks of a pom, and what the version of a release is written in. */
class PublishedPomsTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static Set<String> modules() throws Exception {
    Set<String> modules = new TreeSet<>();
    for (Element module : children(child(pom(ROOT), "modules").orElseThrow())) {
      modules.add(module.getTextContent());
    }
    return modules;
  }

  private static Stream<String> published() throws Exception {
    Set<String> published = modules();
    for (String module : modules()) {
      if (text(pom(ROOT.resolve(module)), "properties", "leadline.unpublished").isPresent()) {
        published.remove(module);
      }
    }
    return published.stream();
  }

  @ParameterizedTest
  @MethodSource("published")
  void pom_hasWhatMavenCentralAsks(String module) throws Exception {
    Element pom = pom(ROOT.resolve(module));
    assertThat(text(pom, "artifactId")).hasValue("leadline-" + module);
    assertThat(text(pom, "name")).hasValue("Leadline :: " + module);
    assertThat(text(pom, "description").orElse("")).endsWith(".").hasSizeGreaterThan(15);
    List<Element> lineage = List.of(pom, pom(ROOT), pom(ROOT.resolve("bom")));
    assertThat(inherited(lineage, "url")).startsWith("https://");
    assertThat(inherited(lineage, "licenses", "license", "name")).isIn("Apache-2.0", "MIT");
    assertThat(inherited(lineage, "licenses", "license", "url")).startsWith("https://");
    assertThat(inherited(lineage, "developers", "developer", "name")).isNotBlank();
    assertThat(inherited(lineage, "scm", "connection")).startsWith("scm:git:");
    assertThat(inherited(lineage, "scm", "developerConnection")).startsWith("scm:git:");
    assertThat(inherited(lineage, "scm", "url")).startsWith("https://");
    if (text(pom, "packaging").isEmpty()) {
      assertThat(text(pom, "properties", "leadline.module")).hasValue("dev.leadline." + module);
    }
  }

  @Test
  void laboratory_isNotPublished() throws Exception {
    assertThat(published())
        .containsExactlyInAnyOrder(
            "app", "bom", "client", "core", "models", "onnxruntime", "server", "spark", "storage");
  }

  @Test
  void bom_listsAllThatIsPublished() throws Exception {
    Set<String> listed = new TreeSet<>();
    Element managed = child(pom(ROOT.resolve("bom")), "dependencyManagement").orElseThrow();
    for (Element dependency : children(child(managed, "dependencies").orElseThrow())) {
      listed.add(text(dependency, "artifactId").orElseThrow().replace("leadline-", ""));
    }
    assertThat(listed)
        .containsExactlyInAnyOrderElementsOf(
            published().filter(module -> !module.equals("bom")).toList());
  }

  @Test
  void version_isTheSameEverywhere() throws Exception {
    String version = text(pom(ROOT), "version").orElseThrow();
    assertThat(text(pom(ROOT), "parent", "version")).hasValue(version);
    assertThat(text(pom(ROOT.resolve("bom")), "version")).hasValue(version);
    for (String module : modules()) {
      Element pom = pom(ROOT.resolve(module));
      assertThat(text(pom, "parent", "version").or(() -> text(pom, "version")))
          .as(module)
          .hasValue(version);
    }
    assertThat(CommandRun.of("--version").out()).isEqualTo("leadline " + version + "\n");
    for (String overlay : List.of("base", "job")) {
      String file = "deploy/kubernetes/" + overlay + "/kustomization.yaml";
      assertThat(found(file, "newTag: \"(.*)\"")).containsOnly(version);
    }
    String ours = "<groupId>dev.leadline</groupId>\\s*<artifactId>[^<]*</artifactId>\\s*";
    for (String page : List.of("README.md", "docs/guide.md")) {
      assertThat(found(page, ours + "<version>(.*?)</version>")).as(page).containsOnly(version);
    }
  }

  private static List<String> found(String file, String pattern) throws IOException {
    return Pattern.compile(pattern)
        .matcher(Files.readString(ROOT.resolve(file)))
        .results()
        .map(match -> match.group(1))
        .toList();
  }

  private static String inherited(List<Element> lineage, String... path) {
    return lineage.stream().flatMap(pom -> text(pom, path).stream()).findFirst().orElse("");
  }

  private static Element pom(Path folder) throws Exception {
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(folder.resolve("pom.xml").toFile());
    return document.getDocumentElement();
  }

  private static Optional<String> text(Element element, String... path) {
    Optional<Element> found = Optional.of(element);
    for (String name : path) {
      found = found.flatMap(parent -> child(parent, name));
    }
    return found.map(Node::getTextContent);
  }

  private static Optional<Element> child(Element element, String name) {
    return children(element).stream().filter(one -> one.getTagName().equals(name)).findFirst();
  }

  private static List<Element> children(Element element) {
    return IntStream.range(0, element.getChildNodes().getLength())
        .mapToObj(i -> element.getChildNodes().item(i))
        .filter(Element.class::isInstance)
        .map(Element.class::cast)
        .toList();
  }
}
