package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.pfn.PfnModel;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every file in the models module is a model that loads from the class path and predicts. */
class ShippedModelsTest {

  private static final Path FOLDER = Path.of("../models/src/main/resources/dev/leadline/models");
  private static final long MAX_BYTES = 16L << 20;

  @TestFactory
  List<DynamicTest> models_shipped_loadAndPredict() throws IOException {
    if (!Files.isDirectory(FOLDER)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .filter(file -> file.toString().endsWith(".pfn"))
          .sorted()
          .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> check(file)))
          .toList();
    }
  }

  @Test
  void index_namesEveryModel() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      List<String> names =
          files
              .map(file -> file.getFileName().toString())
              .filter(file -> file.endsWith(".pfn"))
              .map(file -> file.replace(".pfn", ""))
              .toList();
      assertThat(PfnModel.shippedNames()).containsExactlyInAnyOrderElementsOf(names);
    }
  }

  private static void check(Path file) throws IOException {
    assertThat(Files.size(file)).isLessThanOrEqualTo(MAX_BYTES);
    String name = file.getFileName().toString().replace(".pfn", "");
    try (PfnModel model = PfnModel.shipped(name)) {
      int dimensions = model.manifest().network().dimensions();
      double[][] points = {new double[dimensions]};
      try (Posterior posterior =
          model.surrogate().condition(new Observations(dimensions, points, new double[] {0}))) {
        assertThat(posterior.at(points).get(0).variance()).isPositive().isFinite();
      }
    }
  }
}
