package dev.leadline.paper;

import dev.leadline.app.commands.ConsoleCommand;
import dev.leadline.app.exit.ExitCode;
import dev.leadline.paper.figure.PaperFigures;
import dev.leadline.torch.tensor.Device;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code leadline reproduce figures}: the paper's figures about single predictions. */
@Command(
    name = "figures",
    mixinStandardHelpOptions = true,
    description = {
      "The paper's figures of single predictions: growing observations with the 1-D networks, and",
      "the cross-entropy of the 10-D networks on the points that a Gaussian process acquired."
    },
    footerHeading = "%nExamples:%n",
    footer =
        "  leadline reproduce figures --models models --acquired records/acquired --device cuda"
            + " --out figures")
final class ReproduceFigures extends ConsoleCommand implements Callable<Integer> {

  @Option(
      names = "--models",
      paramLabel = "DIR",
      description = "The directories of 'leadline pretrain' by preset. Default: models.")
  private Path models = Path.of("models");

  @Option(names = "--family", paramLabel = "fair|paper", description = "Default: fair.")
  private String family = "fair";

  @Option(
      names = "--acquired",
      paramLabel = "DIR",
      description = "A record of the plan 'acquired'; without it no cross-entropy is drawn.")
  private @Nullable Path acquired;

  @Option(names = "--device", paramLabel = "cpu|cuda", description = "Default: cpu.")
  private String device = "cpu";

  @Option(names = "--out", required = true, paramLabel = "DIR", description = "For the figures.")
  private Path out;

  @Override
  public Integer call() throws IOException {
    PaperFigures figures = new PaperFigures(models, family, Device.named(device));
    List<Path> files = new ArrayList<>(figures.growing(out));
    if (acquired != null) {
      files.addAll(figures.crossEntropy(acquired, out));
    }
    files.forEach(file -> out().println("figure: " + file));
    return ExitCode.OK.number();
  }
}
