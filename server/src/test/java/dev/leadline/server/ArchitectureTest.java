package dev.leadline.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

  private static final JavaClasses SERVER =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.leadline.server");

  @Test
  void server_knowsTheLibraryTheStorageAndItsOwnTools() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "dev.leadline.server..",
            "dev.leadline.client.json",
            "dev.leadline.storage..",
            "dev.leadline.study",
            "dev.leadline.space",
            "dev.leadline.search",
            "dev.leadline.early",
            "dev.leadline.insight",
            "java..",
            "io.javalin..",
            "jakarta.servlet..",
            "org.eclipse.jetty..",
            "io.micrometer..",
            "kotlin..",
            "tools.jackson..",
            "org.jspecify..")
        .check(SERVER);
  }

  @Test
  void webServer_isReachedThroughOnePackage() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.leadline.server.http")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.javalin..", "jakarta..", "org.eclipse.jetty..")
        .check(SERVER);
  }

  @Test
  void parts_haveNoCycles() {
    slices().matching("dev.leadline.server.(*)..").should().beFreeOfCycles().check(SERVER);
  }

  @Test
  void server_printsNothing() {
    noClasses()
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .check(SERVER);
  }
}
