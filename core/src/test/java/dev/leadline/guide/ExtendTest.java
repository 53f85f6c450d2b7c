package dev.leadline.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.acquisition.Acquisition;
import dev.leadline.search.Design;
import dev.leadline.search.ModelFree;
import dev.leadline.search.Strategy;
import dev.leadline.search.Suggestion;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.study.Strategies;
import dev.leadline.study.Study;
import dev.leadline.study.Trial;
import dev.leadline.surrogate.MixturePredictive;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Surrogate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The code of the page "Extend it": each region is shown there word for word and runs here. */
class ExtendTest {

  private static final Space SQUARE = Space.builder().real("x", 0, 1).real("y", 0, 1).build();

  private static double lowest(Strategy strategy) {
    try (Study study = Study.builder(SQUARE).seed(1).strategy(strategy).build()) {
      for (int i = 0; i < 30; i++) {
        Trial trial = study.ask();
        Configuration c = trial.configuration();
        study.tell(trial, Math.hypot(c.real("x") - 0.3, c.real("y") - 0.6));
      }
      return study.best().orElseThrow().value();
    }
  }

  @Test
  void acquisition() {
    // region: acquisition
    // Optimistic: two standard deviations below the mean, the lowest first.
    Acquisition lowerBound =
        (predicted, incumbent) -> 2 * Math.sqrt(predicted.variance()) - predicted.mean();
    Strategy strategy = Strategies.committee(lowerBound, Design.of(ModelFree.SOBOL));
    // end
    assertThat(lowest(strategy)).isLessThan(0.02);
  }

  private static double distance(Observations seen, int i, double[] point) {
    return Math.hypot(seen.point(i)[0] - point[0], seen.point(i)[1] - point[1]);
  }

  @Test
  void surrogate() {
    // region: surrogate
    // Expects the value of the nearest observation, less sure the farther away it is.
    Surrogate nearest =
        seen ->
            points -> {
              double[] means = new double[points.length];
              double[] deviations = new double[points.length];
              Arrays.fill(deviations, Double.MAX_VALUE);
              for (int i = 0; i < points.length; i++) {
                for (int k = 0; k < seen.size(); k++) {
                  double distance = 1e-6 + distance(seen, k, points[i]);
                  if (distance < deviations[i]) {
                    deviations[i] = distance;
                    means[i] = seen.value(k);
                  }
                }
              }
              return new MixturePredictive(new double[] {1}, means, deviations);
            };
    Strategy strategy = Strategies.of(nearest);
    // end
    assertThat(lowest(strategy)).isLessThan(0.1);
  }

  @Test
  void design() {
    // region: design
    // The corners of a square and its middle, then the committee.
    double[][] first = {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {0.5, 0.5}};
    Strategy corners =
        (candidates, known, random) -> Suggestion.of(first[random.trial() % first.length]);
    Strategy strategy =
        Strategies.committee(Acquisition.EXPECTED_IMPROVEMENT, Design.of(first.length, corners));
    // end
    try (Study study = Study.builder(SQUARE).seed(1).strategy(strategy).build()) {
      for (double[] point : first) {
        Trial trial = study.ask();
        assertThat(SQUARE.encode(trial.configuration())).containsExactly(point);
        study.tell(trial, trial.configuration().real("x"));
      }
    }
    assertThat(lowest(strategy)).isLessThan(0.02);
  }

  /** Only the build with Maven has the description of the module beside the classes. */
  static boolean isModule() {
    return Files.exists(Path.of("target/classes/module-info.class"));
  }

  @Test
  @EnabledIf("isModule")
  void ownParts_compileOnTheModulePath(@TempDir Path folder)
      throws IOException, InterruptedException {
    Path sources = Files.createDirectories(folder.resolve("src/own"));
    Files.writeString(
        folder.resolve("src/module-info.java"), "module own { requires dev.leadline.core; }");
    Files.writeString(
        sources.resolve("Own.java"),
        """
        package own;
        import dev.leadline.acquisition.Acquisition;
        import dev.leadline.study.Strategies;
        import dev.leadline.search.*;
        import dev.leadline.surrogate.*;
        class Own {
          Strategy one = Strategies.committee((p, best) -> -p.mean(), Design.of(ModelFree.SOBOL));
          Surrogate flat =
              seen -> points -> new MixturePredictive(
                  new double[] {1}, new double[points.length], new double[points.length]);
          Strategy two = Strategies.of(flat);
        }
        """);
    String libraries =
        Stream.of(System.getProperty("java.class.path").split(":"))
            .filter(entry -> entry.matches(".*(onnxruntime|jspecify)[^/]*[.]jar"))
            .reduce("target/classes", (one, other) -> one + ":" + other);
    Process javac =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "javac").toString(),
                "-p",
                libraries,
                "-d",
                folder.resolve("out").toString(),
                folder.resolve("src/module-info.java").toString(),
                sources.resolve("Own.java").toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(javac.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(javac.waitFor()).as(said).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Integer", "Choice", "Ordinal", "Flag"})
  void parameterKind_isSixFilesAtMost(String kind) throws IOException {
    List<String> files = new ArrayList<>();
    for (String module : List.of("core", "storage", "client", "server", "app", "spark")) {
      try (Stream<Path> sources = Files.walk(Path.of("..", module, "src/main/java"))) {
        for (Path source : sources.filter(file -> file.toString().endsWith(".java")).toList()) {
          if (Files.readString(source).contains(kind + "Parameter")) {
            files.add(source.getFileName().toString());
          }
        }
      }
    }
    files.remove("OptunaStorage.java"); // writes the kinds that Optuna has
    assertThat(files).contains(kind + "Parameter.java").hasSizeLessThanOrEqualTo(6);
  }
}
