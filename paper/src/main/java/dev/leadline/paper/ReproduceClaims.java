package dev.leadline.paper;

import dev.leadline.app.commands.ConsoleCommand;
import dev.leadline.app.exit.ExitCode;
import dev.leadline.paper.report.ClaimTables;
import dev.leadline.paper.report.HoursTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code leadline reproduce claims}: what records say about the paper's claims. */
@Command(
    name = "claims",
    mixinStandardHelpOptions = true,
    description = {
      "Tests the paper's claims by records: each variant against its search without a model, the",
      "variants against each other and against a Gaussian process; by paired log regret, the",
      "training as the unit. The rules are in benchmarks/2026-11-16-paper-claims/README.md."
    },
    footerHeading = "%nExamples:%n",
    footer =
        "  leadline reproduce claims benchmarks/2026-11-16-paper-claims/runs/*/ --out claims.md")
final class ReproduceClaims extends ConsoleCommand implements Callable<Integer> {

  @Parameters(arity = "1..*", paramLabel = "DIR", description = "Records.")
  private List<Path> records;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where the tables go instead of the screen.")
  private @Nullable Path out;

  @Option(
      names = "--training",
      arity = "1..*",
      paramLabel = "DIR",
      description = "Directories with a training.json: adds the hours, training included.")
  private List<Path> trainings = List.of();

  @Override
  public Integer call() throws IOException {
    String tables =
        ClaimTables.of(records)
            + (trainings.isEmpty()
                ? ""
                : "\n# Hours, training included\n\n" + HoursTable.of(records, trainings));
    if (out == null) {
      out().print(tables);
    } else {
      Files.writeString(out, tables);
      out().println("claims: " + out);
    }
    out().flush();
    return ExitCode.OK.number();
  }
}
