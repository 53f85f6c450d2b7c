package dev.leadline.app;

import dev.leadline.app.exit.ExitCode;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** What is said of words on the command line that have no meaning there. */
final class WrongUsage {

  /* An unknown word is reported before anything that is missing: "run --prallel 3 --trials 9" lacks
  its trials only because the word before the 3 was not understood, so that 3 became the command. */

  private static final Pattern TWICE =
      Pattern.compile("expected only one match but got \\[(.*?)]=\\{(.*?)} and .*=\\{(.*?)}");

  private WrongUsage() {}

  /** Prints one sentence and where to read on, as picocli's handler of wrong parameters. */
  static int report(ParameterException error, String[] arguments) {
    CommandLine command = error.getCommandLine();
    PrintWriter err = command.getErr();
    err.println("leadline: " + sentence(error));
    err.println("see: " + command.getCommandSpec().qualifiedName() + " --help");
    return ExitCode.USAGE.number();
  }

  private static String sentence(ParameterException error) {
    List<String> unknown = error.getCommandLine().getUnmatchedArguments();
    return unknown.isEmpty()
        ? plain(error)
        : unknown(error.getCommandLine().getCommandSpec(), unknown.get(0));
  }

  /** What picocli says, without what only its authors understand. */
  private static String plain(ParameterException error) {
    String message =
        String.valueOf(error.getMessage())
            .strip()
            .replaceFirst("^Error: ", "")
            .replaceFirst("^Unknown subcommand '(.*)'\\.$", "unknown command '$1'");
    Matcher twice = TWICE.matcher(message);
    return twice.matches()
        ? "expected at most one of %s but got %s and %s; leave one out"
            .formatted(twice.group(1), twice.group(2), twice.group(3))
        : message;
  }

  private static String unknown(CommandSpec command, String word) {
    String name = word.replaceFirst("=.*", "");
    if (name.startsWith("-")) {
      return "unknown option '%s'%s".formatted(name, hint(name, command.optionsMap().keySet()));
    }
    return command.subcommands().isEmpty()
        ? "unexpected argument '%s'; leave it out".formatted(word)
        : "unknown command '%s'%s".formatted(name, hint(name, command.subcommands().keySet()));
  }

  private static String hint(String word, Collection<String> names) {
    return nearest(word, names).map("; did you mean %s?"::formatted).orElse("");
  }

  /** The name that a few slips of the keyboard turn into the word, if there is one. */
  static Optional<String> nearest(String word, Collection<String> names) {
    int tolerated = Math.max(1, word.replaceFirst("^--?", "").length() / 3);
    return names.stream()
        .filter(name -> slips(word, name) <= tolerated)
        .min(Comparator.comparingInt(name -> slips(word, name)));
  }

  /** How many letters have to be added, dropped, changed or swapped with their neighbour. */
  private static int slips(String from, String to) {
    int[][] slips = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        slips[i][j] = i == 0 || j == 0 ? i + j : slips(slips, from, to, i, j);
      }
    }
    return slips[from.length()][to.length()];
  }

  private static int slips(int[][] slips, String from, String to, int i, int j) {
    int changed = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
    int least = Math.min(slips[i - 1][j], slips[i][j - 1]) + 1;
    least = Math.min(least, slips[i - 1][j - 1] + changed);
    boolean swapped =
        i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1);
    return swapped ? Math.min(least, slips[i - 2][j - 2] + 1) : least;
  }
}
