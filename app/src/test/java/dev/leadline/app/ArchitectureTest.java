package dev.leadline.app;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

  private static final JavaClasses APP =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.leadline.app");

  @Test
  void parts_doNotKnowTheProgramThatIsMadeOfThem() {
    noClasses()
        .that()
        .resideInAPackage("dev.leadline.app.*..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.leadline.app")
        .check(APP);
  }

  @Test
  void arrows_leadFromCommandsToWhatRunsReadsAndPrints() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("commands")
        .definedBy("dev.leadline.app.commands")
        .layer("execute")
        .definedBy("dev.leadline.app.execute")
        .layer("metrics")
        .definedBy("dev.leadline.app.metrics")
        .layer("report")
        .definedBy("dev.leadline.app.report")
        .whereLayer("commands")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("execute")
        .mayOnlyBeAccessedByLayers("commands")
        .whereLayer("metrics")
        .mayOnlyBeAccessedByLayers("commands", "execute")
        .whereLayer("report")
        .mayOnlyBeAccessedByLayers("commands", "execute")
        .check(APP);
  }

  @Test
  void parts_haveNoCycles() {
    slices().matching("dev.leadline.app.(*)..").should().beFreeOfCycles().check(APP);
  }

  @Test
  void runtimes_areReachedThroughTheirFacesOnly() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.bytedeco..", "ai.onnxruntime..", "java.sql..")
        .check(APP);
  }
}
