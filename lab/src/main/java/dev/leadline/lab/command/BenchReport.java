package dev.leadline.lab.command;

import dev.leadline.app.commands.ConsoleCommand;
import dev.leadline.app.exit.UserError;
import dev.leadline.lab.report.CondensedRecord;
import dev.leadline.lab.report.Report;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
final class BenchReport extends ConsoleCommand implements Runnable {

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

  @Override
  public void run() {
    if (condensed != null) {
      if (records.size() > 1) {
        throw UserError.usage("expected one record to condense but got " + records);
      }
      CondensedRecord.write(records.get(0), condensed);
      return;
    }
    Path folder = out == null ? records.get(0).resolve("report") : out;
    out().println("report: " + Report.write(records, folder));
  }
}
