package dev.leadline;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArchitectureTest {

  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.leadline");

  /** Each package and the others it may know. */
  @ParameterizedTest
  @CsvSource({
    "natives, ''",
    "surrogate, ''",
    "space, ''",
    "scaling, surrogate",
    "acquisition, surrogate",
    "search, surrogate acquisition space scaling",
    "committee, surrogate scaling",
    "pfn, surrogate scaling natives",
    "early, surrogate committee pfn",
    "lengthscale, surrogate committee scaling pfn",
    "study, surrogate acquisition committee lengthscale pfn early space search scaling",
    "insight, space study search",
    "chart, early space study insight",
  })
  void packages_knowOnlyWhatTheyMay(String name, String others) {
    noClasses()
        .that()
        .resideInAPackage(root(name))
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.leadline..").and(not(resideInAnyPackage(allowed(name, others)))))
        .check(CORE);
  }

  @Test
  void onnxRuntime_isImportedByPfnOnly() {
    noClasses()
        .that()
        .resideOutsideOfPackage(root("pfn"))
        .should()
        .dependOnClassesThat()
        .resideInAPackage("ai.onnxruntime..")
        .check(CORE);
  }

  @Test
  void packages_haveNoCycles() {
    SlicesRuleDefinition.slices()
        .matching("dev.leadline.(*)..")
        .should()
        .beFreeOfCycles()
        .check(CORE);
  }

  @Test
  void library_printsNothing() {
    noClasses()
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .check(CORE);
  }

  private static String root(String name) {
    return "dev.leadline." + name + "..";
  }

  private static String[] allowed(String name, String others) {
    return Stream.concat(Stream.of(name), Stream.of(others.split(" ")).filter(s -> !s.isEmpty()))
        .map(ArchitectureTest::root)
        .toArray(String[]::new);
  }
}
