package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.search.NoiseKind;
import dev.leadline.storage.StoredTrial;
import dev.leadline.storage.StudyFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A jar that takes JMH's options and prints its JSON; it was tried with JMH 1.37 itself. */
class JmhTest extends StudyCommandFixture {

  private String jar = "";

  @BeforeEach
  void jar() throws Exception {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, JmhStandIn.class.getName());
    Path classes =
        Path.of(JmhStandIn.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classes.toUri().toString());
    Path file = directory.resolve("bench.jar");
    new JarOutputStream(Files.newOutputStream(file), manifest).close();
    jar = file.toString();
  }

  @Test
  void benchmark_isTunedByItsScoreWithItsErrorBesideIt() {
    CommandRun run =
        run(
            3,
            "--jmh",
            jar,
            "--param",
            "size=integer:1..9",
            "--param",
            "heap=integer:8..16",
            "--limit",
            "gc.alloc.rate.norm <= 30",
            "--",
            "Churn.sum",
            "-bm",
            "avgt",
            "-jvmArgs",
            "-Xmx{heap}m");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out())
        .containsPattern(
            "-jvmArgs -Xmx\\d+m -psize=\\d -f 1 -rf json -rff /dev/stdout -o /dev/stderr");
    assertThat(run.err())
        .containsPattern("value \\d.5 from: demo.Churn.sum \\{\"size\":\"\\d\"} \\d.5 s/op");
    for (StoredTrial trial : trials()) {
      assertThat(trial.value()).isEqualTo(Integer.parseInt(trial.settings().get("size")) + 0.5);
      assertThat(trial.measurements().values())
          .containsEntry("score_error", 0.25)
          .containsEntry("gc.alloc.rate.norm", 24.0);
    }
    assertThat(StudyFile.read(file).header().noise()).isEqualTo(NoiseKind.UNKNOWN);
  }

  @Test
  void resultThatMayMeanAnotherThing_isNotGuessed() {
    String[] options = {"--jmh", jar, "--param", "size=integer:1..9", "--"};
    assertThat(run(3, with(new String[] {"Churn.sum"}, options)).err())
        .contains("its mode is thrpt, where more is better; choose the mode by -bm, or --maximise");
    file = directory.resolve("two.db");
    assertThat(run(3, with(new String[] {"Churn", "-bm", "avgt"}, options)).err())
        .contains("but it ran 2, demo.Churn.sum {\"size\":", "name one");
    file = directory.resolve("single.db");
    CommandRun single =
        run(1, with(new String[] {"Churn.sum", "-bm", "ss", "-i", "1", "-f", "3"}, options));
    assertThat(single.code()).as(single.err()).isZero();
    assertThat(single.out()).contains(" -f 3 -psize=");
    assertThat(trials().get(0).measurements().isEmpty()).isTrue();
    assertRefused(
        run(1, "--jmh", "none.jar", "--param", "x=real:0..1", "--", "x"),
        ExitCode.USAGE,
        "expected --jmh with the jar that runs the benchmarks but there is none at none.jar");
  }
}
