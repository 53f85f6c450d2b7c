package dev.leadline.lab;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.leadline.lab");

  @Test
  void packages_haveNoCycles() {
    slices().matching("dev.leadline.lab.(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void reports_knowRecordsButNoMethods() {
    noClasses()
        .that()
        .resideInAPackage("..lab.report..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("..lab.method..")
        .check(CLASSES);
  }

  @Test
  void libtorch_isReachedThroughItsFaceOnly() {
    noClasses().should().dependOnClassesThat().resideInAPackage("org.bytedeco..").check(CLASSES);
  }
}
