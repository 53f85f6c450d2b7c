package dev.leadline.app.execute;

import dev.leadline.app.exit.UserError;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** The command that runs one fork of a JMH benchmark and prints its result as JSON. */
public final class JmhCommand {

  private JmhCommand() {}

  /**
   * What runs the benchmark: settings that the arguments do not mention are JMH's parameters.
   *
   * @param jar that JMH's build makes
   * @param arguments for JMH: which benchmark, and options such as {@code -wi 3}
   * @param parameters of the space
   * @throws UserError if there is no such jar or an unknown placeholder
   */
  public static List<String> of(Path jar, List<String> arguments, Collection<String> parameters) {
    if (!Files.isRegularFile(jar)) {
      throw UserError.usage(
          "expected --jmh with the jar that runs the benchmarks but there is none at %s; build it first"
              .formatted(jar));
    }
    List<String> words = new ArrayList<>(List.of("java", "-jar", jar.toString()));
    words.addAll(arguments);
    Set<String> mentioned =
        CommandTemplate.elsewhere(arguments, TrialValues.names(parameters)).names();
    for (String parameter : parameters) {
      if (!mentioned.contains(parameter)) {
        words.add("-p%1$s={%1$s}".formatted(parameter)); // one word goes if it does not count
      }
    }
    if (!arguments.contains("-f")) {
      words.addAll(List.of("-f", "1")); // every trial is a fork
    }
    words.addAll(List.of("-rf", "json", "-rff", "/dev/stdout", "-o", "/dev/stderr"));
    return words;
  }
}
