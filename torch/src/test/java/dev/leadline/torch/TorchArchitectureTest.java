package dev.leadline.torch;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class TorchArchitectureTest {

  private static final String ROOT = "dev.leadline.torch.";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.leadline.torch");

  @Test
  void only_tensors_speak_to_libtorch() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + "tensor")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.bytedeco..")
        .check(CLASSES);
  }

  @Test
  void tensors_know_no_other_package() {
    noClasses()
        .that()
        .resideInAPackage(ROOT + "tensor")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(ROOT + "nn", ROOT + "gp", ROOT + "prior", ROOT + "train")
        .check(CLASSES);
  }

  @Test
  void networks_know_nothing_of_tasks() {
    noClasses()
        .that()
        .resideInAPackage(ROOT + "nn")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(ROOT + "gp", ROOT + "prior", ROOT + "train")
        .check(CLASSES);
  }

  @Test
  void tasks_know_nothing_of_training() {
    noClasses()
        .that()
        .resideInAnyPackage(ROOT + "gp", ROOT + "prior")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(ROOT + "nn", ROOT + "train")
        .check(CLASSES);
  }
}
