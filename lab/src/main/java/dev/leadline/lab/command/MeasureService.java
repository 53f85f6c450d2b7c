package dev.leadline.lab.command;

import dev.leadline.app.commands.ConsoleCommand;
import dev.leadline.app.commands.DurationConverter;
import dev.leadline.app.exit.ExitCode;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code leadline bench measure service}: how many trials a database or a server takes in a second.
 */
@Command(
    name = "service",
    mixinStandardHelpOptions = true,
    description = {
      "Lets many workers ask and tell as fast as they can, and prints how many trials that makes",
      "in a second and how long an ask and a tell take. Nothing is evaluated, and the first five",
      "seconds do not count."
    },
    footerHeading = "%nExamples:%n",
    footer = "  leadline bench measure service postgresql://localhost/tuning --strategy sobol,pfn")
final class MeasureService extends ConsoleCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "PLACE",
      description = {
        "Where studies may be made: FILE.db, postgresql://HOST/DATABASE or a server,",
        "http://HOST:PORT, that allows so many calls (serve --rate)."
      })
  private String place;

  @Option(
      names = "--strategy",
      split = ",",
      defaultValue = "sobol",
      description = "One or more strategies (default: ${DEFAULT-VALUE}).")
  private List<String> strategies = List.of();

  @Option(
      names = "--workers",
      split = ",",
      defaultValue = "32",
      description = "How many workers at the same time (default: ${DEFAULT-VALUE}).")
  private List<Integer> workers = List.of();

  @Option(
      names = "--time",
      defaultValue = "20s",
      converter = DurationConverter.class,
      description = "How long each strategy is measured (default: ${DEFAULT-VALUE}).")
  private Duration time;

  @Override
  public Integer call() throws InterruptedException, ExecutionException {
    PrintWriter out = out();
    ServiceLoad.HEADING.forEach(out::println);
    for (String strategy : strategies) {
      for (int count : workers) {
        out.println(ServiceLoad.measure(place, strategy, count, time).line());
        out.flush();
      }
    }
    return ExitCode.OK.number();
  }
}
