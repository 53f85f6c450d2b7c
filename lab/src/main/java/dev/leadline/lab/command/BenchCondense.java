package dev.leadline.lab.command;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.lab.report.CondensedRecord;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code leadline bench condense}: makes a record small. */
@Command(
    name = "condense",
    mixinStandardHelpOptions = true,
    description = "Writes a small compressed copy of a record: few steps of each run, no points.")
final class BenchCondense implements Callable<Integer> {

  @Parameters(paramLabel = "DIR", description = "The record.")
  @SuppressWarnings("NullAway.Init") // set by picocli
  private Path record;

  @Option(names = "--out", required = true, paramLabel = "DIR", description = "A new directory.")
  @SuppressWarnings("NullAway.Init") // set by picocli
  private Path out;

  @Override
  public Integer call() {
    CondensedRecord.write(record, out);
    return ExitCode.OK.number();
  }
}
