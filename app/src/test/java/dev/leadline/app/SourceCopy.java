package dev.leadline.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A copy of the source as the launcher sees it, with a Maven beside it that takes the classes under
 * test for its build and writes down how it was called.
 */
record SourceCopy(Path home, Path maven, Map<String, String> environment) {

  private static final String MAVEN =
      """
      #!/bin/sh
      cd "$(dirname "$0")" && here=$PWD && cd "$OLDPWD"
      echo "$*" >> "$here/calls"
      case "$*" in
        *"-pl paper "*) module=paper jar=leadline-paper ;;
        *"-pl spark "*) module=spark jar=leadline-spark ;;
        *) module=app jar=leadline ;;
      esac
      mkdir -p $module/target
      cp "$here/classpath" $module/target/classpath
      cp "$here/empty.jar" $module/target/$jar.jar
      """;

  /** How one call of the launcher ended. */
  record Call(int code, String output) {}

  /** Makes a copy that has not been built. */
  static SourceCopy in(Path directory, Path home) throws IOException {
    Files.createDirectories(home);
    Files.writeString(home.resolve("pom.xml"), "<project/>");
    for (String module : List.of("app", "paper", "spark")) {
      Files.createDirectories(home.resolve(module).resolve("src/main"));
      Files.writeString(home.resolve(module).resolve("pom.xml"), "<project/>");
    }
    Files.copy(Path.of("..", "leadline"), home.resolve("leadline"));
    Path maven = Files.createDirectories(directory.resolve("maven"));
    Files.writeString(maven.resolve("mvn"), MAVEN);
    maven.resolve("mvn").toFile().setExecutable(true);
    Files.writeString(maven.resolve("classpath"), classPath());
    new JarOutputStream(Files.newOutputStream(maven.resolve("empty.jar"))).close();
    return new SourceCopy(
        home,
        maven,
        Map.of(
            "HOME",
            Files.createDirectories(directory.resolve("home")).toString(),
            "PATH",
            maven + ":" + System.getenv("PATH"),
            "JAVA_HOME",
            System.getProperty("java.home"),
            "XDG_CACHE_HOME",
            ""));
  }

  SourceCopy at(Path other) {
    return new SourceCopy(other, maven, environment);
  }

  SourceCopy with(String variable, String value) {
    Map<String, String> changed = new HashMap<>(environment);
    changed.put(variable, value);
    return new SourceCopy(home, maven, Map.copyOf(changed));
  }

  /** The classes under test, without directories that a module does not have. */
  static String classPath() {
    return Pattern.compile(":")
        .splitAsStream(System.getProperty("java.class.path"))
        .filter(entry -> Files.exists(Path.of(entry)))
        .collect(Collectors.joining(":"));
  }

  /** Calls the launcher. */
  Call call(String... arguments) throws Exception {
    return call(List.of(home.resolve("leadline").toString()), arguments);
  }

  /** Calls any program with this copy's environment. */
  Call call(List<String> program, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(program);
    command.addAll(List.of(arguments));
    Path log = Files.createTempFile(maven, "output", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(maven.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IllegalStateException("the launcher hangs: " + Files.readString(log));
    }
    return new Call(process.exitValue(), Files.readString(log));
  }

  /** The calls of Maven so far. */
  List<String> builds() throws IOException {
    Path calls = maven.resolve("calls");
    return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
  }
}
