package dev.leadline.app.commands;

import dev.leadline.app.exit.ExitCode;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code leadline completion}: a script that completes commands and options in bash and zsh. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = "Prints a completion script for bash and zsh.",
    footerHeading = "%nExample:%n",
    footer = "  source <(./leadline completion)")
public final class CompletionCommand implements Callable<Integer> {

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public Integer call() {
    spec.commandLine().getOut().print(AutoComplete.bash("leadline", spec.root().commandLine()));
    return ExitCode.OK.number();
  }
}
