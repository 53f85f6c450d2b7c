package dev.leadline.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The locale that the launcher starts Java in, told by a Java that only says how it was called. */
class LauncherLocaleTest {

  private static final String MAVEN =
      "#!/bin/sh\nmkdir -p app/target; touch app/target/leadline.jar; echo x.jar > app/target/classpath\n";
  private static final String JAVA = "#!/bin/sh\necho \"java in $LC_ALL: $*\"\n";

  @TempDir Path home;

  @BeforeEach
  void setUp() throws Exception {
    Files.copy(Path.of("..", "leadline"), home.resolve("leadline"));
    for (String module : new String[] {".", "app", "lab"}) {
      Files.createDirectories(home.resolve(module).resolve("src/main"));
      Files.writeString(home.resolve(module).resolve("pom.xml"), "<project/>");
    }
    program("bin/mvn", MAVEN);
    program("bin/java", JAVA);
  }

  @Test
  void ascii_isReplacedForJavaAndRemembered() throws Exception {
    assertThat(call("C")).contains("java in C.UTF-8:", " -Dleadline.lc_all=C ");
    assertThat(call("")).contains("java in C.UTF-8:", " -Dleadline.lc_all= ");
  }

  @Test
  void localeWithAnEncoding_isLeftAlone() throws Exception {
    assertThat(call("de_DE.UTF-8")).contains("java in de_DE.UTF-8:").doesNotContain("lc_all");
    assertThat(call("de_DE.ISO-8859-1")).contains("java in de_DE.ISO-8859-1:");
  }

  private void program(String name, String script) throws Exception {
    Path file = home.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, script);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private String call(String locale) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(home.resolve("leadline").toString(), "show", "x");
    builder.environment().put("PATH", home.resolve("bin") + ":" + System.getenv("PATH"));
    builder.environment().put("JAVA_HOME", home.toString());
    builder.environment().put("LC_ALL", locale);
    builder.environment().remove("LC_CTYPE");
    builder.environment().remove("LANG");
    Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).isZero();
    return output;
  }
}
