package dev.leadline.app.commands;

import dev.leadline.app.execute.TuningPlan;
import dev.leadline.app.exit.ExitCode;
import dev.leadline.pfn.PfnModel;
import dev.leadline.storage.StudyFile;
import dev.leadline.study.Strategies;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code leadline completion}: a script that completes command lines in bash and zsh. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = "Prints a completion script for bash and zsh.",
    footerHeading = "%nExample:%n",
    footer = "  source <(./leadline completion)")
public final class CompletionCommand extends ConsoleCommand implements Callable<Integer> {

  @Option(
      names = "--studies",
      paramLabel = "FILE.db",
      hidden = true,
      description = "Print the names of the studies in a file instead: the script asks for them.")
  private @Nullable Path file;

  @Override
  public Integer call() throws IOException {
    if (file == null) {
      CommandLine root = line().getCommandSpec().root().commandLine();
      out().print(AutoComplete.bash("leadline", root));
      out().print(values(root));
    } else {
      StudyFile.names(file).forEach(out()::println);
    }
    return ExitCode.OK.number();
  }

  private static String values(CommandLine root) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            CompletionCommand.class.getResourceAsStream("completion.sh"), "completion.sh")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .replace("{strategies}", lines(Strategies.names()))
          .replace("{secrets}", lines(TuningPlan.SECRETS))
          .replace("{models}", lines(PfnModel.shippedNames()))
          .replace("{commands}", lines(root.getSubcommands().keySet()));
    }
  }

  private static String lines(Collection<String> words) {
    return String.join("\\n", words);
  }
}
