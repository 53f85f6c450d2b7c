package dev.leadline.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

  private static final JavaClasses SPARK =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.leadline.spark");

  @Test
  void spark_needsTheLibraryTheStoreTheSeamOfTheProgramAndSpark() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "dev.leadline.spark..",
            "dev.leadline.app.execute",
            "dev.leadline.app.exit",
            "dev.leadline.storage..",
            "dev.leadline.study",
            "dev.leadline.space",
            "java..",
            "scala..",
            "org.apache.spark..",
            "org.jspecify..")
        .check(SPARK);
  }
}
