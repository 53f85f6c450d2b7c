package dev.leadline.storage;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

  private static final JavaClasses STORAGE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.leadline.storage");

  @Test
  void storage_needsTheLibraryTwoDatabasesAndYaml() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "dev.leadline.storage..",
            "dev.leadline.study",
            "dev.leadline.search",
            "dev.leadline.early",
            "dev.leadline.space",
            "dev.leadline.natives",
            "java..",
            "org.sqlite..",
            "com.zaxxer.hikari",
            "org.snakeyaml..",
            "org.jspecify..")
        .check(STORAGE);
  }

  @Test
  void databases_areReachedThroughTheStoreOnly() {
    noClasses()
        .that()
        .haveSimpleNameStartingWith("StoredStudy")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.sql..", "javax.sql..", "org.sqlite..")
        .check(STORAGE);
  }

  @Test
  void storage_printsNothing() {
    noClasses()
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .check(STORAGE);
  }

  /** Closing any handle of a locked file drops all locks that its process has on it. */
  @Test
  void locks_areOwnedByOneClass() {
    noClasses()
        .that()
        .doNotHaveSimpleName("LockFiles")
        .should()
        .dependOnClassesThat()
        .haveNameMatching("java\\.nio\\.channels\\..*Lock.*")
        .check(STORAGE);
  }
}
