package dev.leadline.app;

import dev.leadline.app.commands.AskTellCommand;
import dev.leadline.app.commands.CompletionCommand;
import dev.leadline.app.commands.ConfirmCommand;
import dev.leadline.app.commands.ConsoleCommand;
import dev.leadline.app.commands.ModelCommand;
import dev.leadline.app.commands.RetryCommand;
import dev.leadline.app.commands.RunCommand;
import dev.leadline.app.commands.ServeCommand;
import dev.leadline.app.commands.ShowCommand;
import dev.leadline.app.commands.TokenCommand;
import dev.leadline.app.commands.WorkCommand;
import dev.leadline.app.execute.SystemText;
import dev.leadline.app.exit.ExitCode;
import dev.leadline.app.exit.UserError;
import dev.leadline.app.report.Screen;
import dev.leadline.storage.StorageException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The root of the command line, and how every command of it ends. */
@Command(
    name = "leadline",
    mixinStandardHelpOptions = true,
    version = Leadline.VERSION,
    description = "Finds good settings of an expensive program in tens of runs.",
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:everything asked for was done",
      "1:the work could not be done, for example no trial returned a value",
      "2:an option, a space file or other input is wrong; nothing was started",
      "3:a file cannot be used: corrupt, made for another space, locked, or the disk is full",
      "70:a defect in leadline itself",
      "130:stopped by Ctrl-C; the same command resumes",
      "141:nobody reads the output any more, as behind head; the same command resumes"
    },
    // One class per subcommand, in the order of the help page; the laboratory's come from its own
    // program. A command extends ConsoleCommand implements Callable<Integer>, returns an ExitCode's
    // number and throws
    // UserError for what the user can put right.
    subcommands = {
      RunCommand.class,
      WorkCommand.class,
      AskTellCommand.class,
      ShowCommand.class,
      ConfirmCommand.class,
      RetryCommand.class,
      ServeCommand.class,
      TokenCommand.class,
      ModelCommand.class,
      CompletionCommand.class,
      CommandLine.HelpCommand.class
    })
public final class Leadline extends ConsoleCommand.Group {

  static final String VERSION = "leadline 0.1.0";

  private static final int HELP_WIDTH = 100;
  private static final int LEAST_HELP_WIDTH = 55; // picocli takes no less

  private Leadline() {}

  public static void main(String[] arguments) {
    main(LaboratoryCommands.absent(), arguments);
  }

  /** Carries out one command line and ends the process with its exit code. */
  public static void main(LaboratoryCommands laboratory, String[] arguments) {
    System.exit(execute(laboratory, StandardStream.out(), StandardStream.err(), arguments));
  }

  /** Runs a command; output that could not be written is a failure, whatever the command says. */
  static int execute(
      LaboratoryCommands laboratory, StandardStream out, StandardStream err, String... arguments) {
    PrintWriter words = out.writer();
    PrintWriter errors = err.writer();
    int code = execute(laboratory, words, errors, arguments);
    out.failure()
        .ifPresent(
            reason ->
                errors.println(
                    "leadline: standard output could not be written (%s) and is not complete; free some space or write it elsewhere"
                        .formatted(reason)));
    boolean isIncomplete = out.hasFailed() || err.failure().isPresent();
    return code == ExitCode.OK.number() && isIncomplete ? ExitCode.STORAGE.number() : code;
  }

  private static int execute(
      LaboratoryCommands laboratory, PrintWriter out, PrintWriter err, String[] arguments) {
    Optional<String> harm = SystemText.ofThisProcess().harmTo(arguments);
    if (harm.isPresent()) {
      err.println("leadline: " + harm.get());
      return ExitCode.USAGE.number();
    }
    try {
      if (Arrays.equals(arguments, new String[] {"--version"})) {
        out.println(VERSION); // at once: to know all commands takes longer than Java to start
        return ExitCode.OK.number();
      }
      int code = commandLine(laboratory).setOut(out).setErr(err).execute(arguments);
      out.flush();
      err.flush();
      return code;
    } catch (StandardStream.ReaderGone e) {
      return ExitCode.UNREAD.number();
    } catch (OutOfMemoryError e) {
      err.println(
          "leadline: the memory is used up; run the same command again with more, for example LEADLINE_HEAP=1g");
      return ExitCode.FAILED.number();
    }
  }

  /** The command line, ready to execute; its writers can be replaced. */
  public static CommandLine commandLine(LaboratoryCommands laboratory) {
    CommandLine commandLine = new CommandLine(new Leadline());
    Set<String> product = Set.copyOf(commandLine.getSubcommands().keySet());
    laboratory.root().forEach(commandLine::addSubcommand);
    commandLine
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExpandAtFiles(false) // a tuned command may have arguments that start with @
        .setUsageHelpWidth(helpWidth())
        .setColorScheme(CommandLine.Help.defaultColorScheme(colours()))
        .registerConverter(int.class, new WholeNumberConverter())
        .registerConverter(Integer.class, new WholeNumberConverter())
        .registerConverter(long.class, new WholeNumberConverter.Large())
        .setParameterExceptionHandler(WrongUsage::report)
        .setExecutionExceptionHandler((error, command, parsed) -> report(error, command));
    // What follows the tuned command belongs to it, options too.
    Objects.requireNonNull(commandLine.getSubcommands().get("run")).setStopAtPositional(true);
    commandLine
        .getHelpSectionMap()
        .put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, help -> groups(help, product));
    return commandLine;
  }

  private static int helpWidth() {
    Screen screen = Screen.of(Screen.Stream.OUT, System.getenv(), System.getProperties());
    return Math.max(LEAST_HELP_WIDTH, Math.min(HELP_WIDTH, screen.width()));
  }

  private static Ansi colours() {
    return Screen.allowsColours(System.getenv()) ? Ansi.AUTO : Ansi.OFF;
  }

  /** The commands of the product, and below them those of the laboratory. */
  private static String groups(Help help, Set<String> product) {
    Map<String, Help> own = new LinkedHashMap<>(help.subcommands());
    own.keySet().retainAll(product);
    Map<String, Help> others = new LinkedHashMap<>(help.subcommands());
    others.keySet().removeAll(product);
    return help.commandList(own) + "%nThe laboratory:%n".formatted() + help.commandList(others);
  }

  /** Turns whatever a command threw into one sentence and an exit code. */
  private static int report(Exception error, CommandLine command) {
    if (System.getenv("LEADLINE_DEBUG") != null) {
      error.printStackTrace(command.getErr());
    }
    ExitCode code = codeOf(error);
    String prefix =
        code == ExitCode.INTERNAL ? "unexpected " + error.getClass().getName() + ": " : "";
    String suffix = code == ExitCode.INTERNAL ? " (set LEADLINE_DEBUG=1 for details)" : "";
    String text =
        (prefix + sentence(error) + suffix)
            .lines()
            .map(Screen::plain)
            .collect(Collectors.joining(System.lineSeparator()));
    command.getErr().println("leadline: " + text);
    return code.number();
  }

  private static ExitCode codeOf(Exception error) {
    if (error instanceof UserError user) {
      return user.code();
    }
    // The libraries below reject bad arguments with a full sentence of their own.
    if (error instanceof IllegalArgumentException) {
      return ExitCode.USAGE;
    }
    if (error instanceof StorageException
        || error instanceof UncheckedIOException
        || error instanceof java.io.IOException) {
      return ExitCode.STORAGE;
    }
    return ExitCode.INTERNAL;
  }

  private static String sentence(Throwable error) {
    String message = error.getMessage();
    return message == null ? error.getClass().getSimpleName() : message.strip();
  }
}
