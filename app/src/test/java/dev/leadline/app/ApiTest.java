package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** What docs/api.md promises: the listing of the last release is kept. */
class ApiTest {

  private static final Path LISTING = Path.of("src/test/resources/api.txt");

  private static final List<String> PACKAGES =
      List.of(
          "dev.leadline.study",
          "dev.leadline.space",
          "dev.leadline.insight",
          "dev.leadline.chart",
          "dev.leadline.client");

  private static final Set<String> CLASSES =
      Set.of(
          "dev.leadline.early.EarlyStop",
          "dev.leadline.search.NoiseKind",
          "dev.leadline.storage.StoredStudy",
          "dev.leadline.storage.StudySetup",
          "dev.leadline.storage.Budget",
          "dev.leadline.storage.StudyLocation",
          "dev.leadline.storage.StorageException",
          "dev.leadline.storage.RefusedException");

  @Test
  void everythingPromised_isStillThere() throws Exception {
    Set<String> now = listing();
    if (System.getProperty("leadline.api.write") != null) {
      Files.write(LISTING, now);
    }
    List<String> promised = Files.readAllLines(LISTING);
    assertThat(promised).hasSizeGreaterThan(300);
    assertThat(promised.stream().filter(member -> !now.contains(member)))
        .as(
            "public members that programs use are gone: bring them back, or say in CHANGELOG.md what to use instead and write the listing anew, as docs/release.md says")
        .isEmpty();
  }

  private static Set<String> listing() throws Exception {
    Set<String> names = new TreeSet<>(CLASSES);
    for (String name : PACKAGES) {
      names.addAll(classes(name));
    }
    Set<String> listing = new TreeSet<>();
    for (String name : names) {
      addMembers(Class.forName(name), listing);
    }
    return listing;
  }

  /** The outermost classes of a package, from a folder or a jar. */
  private static Set<String> classes(String name) throws Exception {
    String folder = name.replace('.', '/');
    Set<String> classes = new TreeSet<>();
    for (URL place : Collections.list(ApiTest.class.getClassLoader().getResources(folder))) {
      if (place.openConnection() instanceof JarURLConnection jar) {
        jar.getJarFile().stream()
            .map(ZipEntry::getName)
            .filter(entry -> entry.matches(folder + "/[^/$]+[.]class"))
            .forEach(entry -> classes.add(entry.replace('/', '.').replace(".class", "")));
      } else {
        try (Stream<Path> files = Files.list(Path.of(place.toURI()))) {
          files
              .map(file -> file.getFileName().toString())
              .filter(file -> file.matches("[^$]+[.]class"))
              .forEach(file -> classes.add(name + "." + file.replace(".class", "")));
        }
      }
    }
    classes.remove(name + ".package-info");
    return classes;
  }

  private static void addMembers(Class<?> type, Set<String> listing) {
    if (Modifier.isPublic(type.getModifiers())) {
      members(type).forEach(listing::add);
      for (Class<?> nested : type.getDeclaredClasses()) {
        addMembers(nested, listing);
      }
    }
  }

  private static Stream<String> members(Class<?> type) {
    Stream<String> parents =
        Stream.concat(
                Stream.ofNullable(type.getGenericSuperclass()),
                Arrays.stream(type.getGenericInterfaces()))
            .map(parent -> type.getName() + " is a " + parent.getTypeName());
    Stream<Member> members =
        Stream.of(
                type.getDeclaredFields(), type.getDeclaredConstructors(), type.getDeclaredMethods())
            .flatMap(Arrays::stream)
            .map(Member.class::cast)
            .filter(member -> !member.isSynthetic())
            .filter(
                member -> (member.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0);
    return Stream.concat(
        Stream.concat(Stream.of(type.toGenericString()), parents), members.map(ApiTest::signature));
  }

  private static String signature(Member member) {
    return member instanceof Field field
        ? field.toGenericString()
        : ((Executable) member).toGenericString();
  }
}
