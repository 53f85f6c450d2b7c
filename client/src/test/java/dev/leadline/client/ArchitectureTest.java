package dev.leadline.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

  /** Whoever talks to a server needs neither its web server nor a database. */
  @Test
  void client_needsTheLibraryAndJson() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "dev.leadline.client..",
            "dev.leadline.study",
            "dev.leadline.space",
            "java..",
            "tools.jackson..",
            "org.jspecify..")
        .check(
            new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.leadline.client"));
  }
}
