package dev.leadline.lab.command;

import dev.leadline.app.commands.ConsoleCommand;
import dev.leadline.app.exit.ExitCode;
import dev.leadline.app.exit.UserError;
import dev.leadline.torch.judge.OracleGapComparison;
import dev.leadline.torch.judge.OracleGapRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code leadline model compare}: one table over the records of many checks. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Prints tables over records of 'leadline model check'.",
      "For each number of inputs and each kind of context, models by context sizes: the gap to the"
          + " exact process, the part of it due to the buckets, and the coverage of the 80 %%"
          + " interval."
    },
    footerHeading = "%nExamples:%n",
    footer = "  leadline model compare benchmarks/2026-11-15-paper-networks/paper-2d-*")
final class ModelCompareCommand extends ConsoleCommand implements Runnable {

  /** What a check's record is called unless said otherwise. */
  static final String RECORD = "check.json";

  @Parameters(
      paramLabel = "DIR|FILE",
      arity = "1..*",
      description = "Directories with a " + RECORD + " in them, or such files.")
  private List<Path> places = List.of();

  @Override
  public void run() {
    List<OracleGapRecord> records =
        places.stream()
            .map(place -> read(Files.isDirectory(place) ? place.resolve(RECORD) : place))
            .toList();
    out().print(new OracleGapComparison(records).tables());
  }

  private static OracleGapRecord read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new UserError(
          ExitCode.STORAGE,
          "expected a record of 'leadline model check' at %s but there is none; check the model first"
              .formatted(file));
    }
    try {
      return OracleGapRecord.read(file);
    } catch (IOException e) {
      throw new UserError(ExitCode.STORAGE, String.valueOf(e.getMessage()), e);
    }
  }
}
