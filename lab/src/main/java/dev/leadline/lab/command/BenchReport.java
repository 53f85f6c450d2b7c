package dev.leadline.lab.command;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.app.exit.UserError;
import dev.leadline.lab.report.CondensedRecord;
import dev.leadline.lab.report.Report;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code leadline bench report}: puts records into words, tables and figures. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = "Reads records and writes report.md and figures.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  leadline bench report record peers-record --out report",
      "  leadline bench report record --condense small-record"
    })
final class BenchReport implements Callable<Integer> {

  @Parameters(arity = "1..*", paramLabel = "DIR", description = "Records.")
  private List<Path> records;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where to write. Default: 'report' in the first record.")
  private @Nullable Path out;

  @Option(
      names = "--condense",
      paramLabel = "DIR",
      description = "Write a small compressed copy of the record instead: few steps, no points.")
  private @Nullable Path condensed;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (condensed != null) {
      if (records.size() > 1) {
        throw UserError.usage("expected one record to condense but got " + records);
      }
      CondensedRecord.write(records.get(0), condensed);
      return ExitCode.OK.number();
    }
    Path folder = out == null ? records.get(0).resolve("report") : out;
    spec.commandLine().getOut().println("report: " + Report.write(records, folder));
    return ExitCode.OK.number();
  }
}
