package dev.leadline.app.execute;

import dev.leadline.app.exit.UserError;
import dev.leadline.study.Trial;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The command to tune, with placeholders in its arguments. Immutable and thread-safe. */
public final class CommandTemplate {

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

  private static final Pattern PIECE = Pattern.compile("(?s)'[^']*'|\\\\.|[^' ]| ");

  private final List<String> source;
  private final List<Template> arguments;

  private CommandTemplate(List<String> source, List<Template> arguments) {
    this.source = List.copyOf(source);
    this.arguments = List.copyOf(arguments);
  }

  /**
   * Reads a command and checks that its program exists.
   *
   * @throws UserError if a placeholder is unknown or there is no such program
   */
  public static CommandTemplate parse(List<String> command, Collection<String> names) {
    CommandTemplate template = elsewhere(command, names);
    if (template.arguments.get(0).names().isEmpty()) {
      requireProgram(command.get(0));
    }
    return template;
  }

  /**
   * Reads a command that runs on other machines, where its program may be.
   *
   * @throws UserError if a placeholder is unknown
   */
  public static CommandTemplate elsewhere(List<String> command, Collection<String> names) {
    return new CommandTemplate(
        command,
        command.stream().map(argument -> Template.parse(argument, "the command", names)).toList());
  }

  /**
   * Reads back what {@link #toString} wrote, whether or not the program exists here.
   *
   * @throws UserError if a placeholder is unknown
   */
  public static CommandTemplate reread(String text, Collection<String> names) {
    return elsewhere(unquote(text), names);
  }

  /** The command with the trial's settings; those it does not mention go before it as variables. */
  public String readyToPaste(Trial trial) {
    Set<String> mentioned = names();
    List<String> words = new ArrayList<>();
    trial
        .configuration()
        .values()
        .forEach(
            (name, value) -> {
              if (!mentioned.contains(name)) {
                words.add(TrialValues.variable(name) + "=" + quote(value.toString()));
              }
            });
    words.add(quote(render(TrialValues.of(trial.number(), trial.configuration()))));
    return String.join(" ", words);
  }

  /** The names of all placeholders. */
  public Set<String> names() {
    Set<String> names = new TreeSet<>();
    arguments.forEach(argument -> names.addAll(argument.names()));
    return names;
  }

  /** The names by which one of two texts is chosen. */
  public Set<String> switches() {
    Set<String> names = new TreeSet<>();
    arguments.forEach(argument -> names.addAll(argument.switches()));
    return names;
  }

  /** The arguments for one trial, the program first; without those on what does not count. */
  List<String> render(Map<String, String> values) {
    List<String> rendered = new ArrayList<>();
    for (Template argument : arguments) {
      if (!argument.isComplete(values)) {
        continue;
      }
      String text = argument.render(values);
      if (!text.isEmpty() || !argument.isOptional()) {
        rendered.add(text);
      }
    }
    return rendered;
  }

  /** Arguments as one line that a shell reads back as the same arguments. */
  public static String quote(List<String> arguments) {
    return arguments.stream().map(CommandTemplate::quote).collect(Collectors.joining(" "));
  }

  static String quote(String argument) {
    return PLAIN.matcher(argument).matches()
        ? argument
        : "'" + argument.replace("'", "'\\''") + "'";
  }

  /** The arguments that {@link #quote(List)} made a line of. */
  public static List<String> unquote(String line) {
    List<String> arguments = new ArrayList<>();
    Matcher piece = PIECE.matcher(line);
    StringBuilder argument = new StringBuilder();
    while (piece.find()) {
      if (piece.group().equals(" ")) {
        arguments.add(argument.toString());
        argument.setLength(0);
      } else {
        argument.append(piece.group().replaceAll("(?s)^'(.*)'$|^\\\\(.)$", "$1$2"));
      }
    }
    arguments.add(argument.toString());
    return arguments;
  }

  /** The command as it was given. */
  @Override
  public String toString() {
    return quote(source);
  }

  private static void requireProgram(String program) {
    if (program.isEmpty()) {
      throw UserError.usage("expected a command after -- but its first word is empty");
    }
    if (program.contains("/") || program.contains(File.separator)) {
      Path path = Path.of(program);
      if (!Files.exists(path)) {
        throw UserError.usage(
            "the command '%s' does not exist; check the path (the working directory is %s)"
                .formatted(program, Path.of("").toAbsolutePath()));
      }
      if (Files.isDirectory(path) || !Files.isExecutable(path)) {
        throw UserError.usage(
            "the command '%s' cannot be executed; make it executable (chmod +x %s)"
                .formatted(program, program));
      }
    } else if (!isOnPath(program)) {
      throw UserError.usage(
          "the command '%s' is not on the PATH; install it or give its path, for example ./%s"
              .formatted(program, program));
    }
  }

  private static boolean isOnPath(String program) {
    String path = System.getenv("PATH");
    if (path == null) {
      return true;
    }
    for (String directory : path.split(Pattern.quote(File.pathSeparator), -1)) {
      Path candidate = Path.of(directory).resolve(program);
      if (Files.isExecutable(candidate) && !Files.isDirectory(candidate)) {
        return true;
      }
    }
    return false;
  }
}
