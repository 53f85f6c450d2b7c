package dev.leadline.paper;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The arrows between modules and packages, over the whole build. */
class ArchitectureTest {

  private static final List<String> AROUND_CORE =
      List.of("client", "storage", "server", "app", "torch", "lab", "paper");

  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.leadline");

  /** Each module and the others it may know. */
  @ParameterizedTest
  @CsvSource({
    "core, core",
    "client, core client",
    "storage, core storage",
    "server, core storage client server",
    "app, core storage client server app",
    "torch, core torch",
    "lab, core storage client torch app lab",
    "paper, core torch app lab paper",
  })
  void modules_knowOnlyWhatTheyMay(String module, String known) {
    noClasses()
        .that(areIn(module))
        .should()
        .dependOnClassesThat(resideInAPackage("dev.leadline..").and(not(areInOneOf(known))))
        .check(ALL);
  }

  @Test
  void modules_areAllLookedAt() {
    for (String module : AROUND_CORE) {
      assertThat(ALL.stream().anyMatch(areIn(module))).as(module).isTrue();
    }
    assertThat(ALL.containPackage("dev.leadline.study")).isTrue();
  }

  @Test
  void packages_haveNoCycles() {
    slices().matching("dev.leadline.(**)").should().beFreeOfCycles().check(ALL);
  }

  @ParameterizedTest
  @CsvSource({
    "org.bytedeco.., dev.leadline.torch.tensor",
    "ai.onnxruntime.., dev.leadline.pfn",
    "java.sql.., dev.leadline.storage",
    "org.sqlite.., dev.leadline.storage",
  })
  void foreignLibraries_areReachedThroughOnePackage(String library, String importer) {
    noClasses()
        .that()
        .resideOutsideOfPackage(importer)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library)
        .check(ALL);
  }

  private static DescribedPredicate<JavaClass> areInOneOf(String modules) {
    return DescribedPredicate.or(
            Arrays.stream(modules.split(" ")).map(ArchitectureTest::areIn).toList())
        .as("in one of %s", modules);
  }

  private static DescribedPredicate<JavaClass> areIn(String module) {
    if (!module.equals("core")) {
      return resideInAPackage("dev.leadline." + module + "..");
    }
    String[] others =
        AROUND_CORE.stream().map(m -> "dev.leadline." + m + "..").toArray(String[]::new);
    return resideInAPackage("dev.leadline..").and(not(resideInAnyPackage(others)));
  }
}
