package dev.leadline.paper;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.paper.figure.GrowingObservations;
import dev.leadline.paper.figure.NamedModel;
import dev.leadline.paper.figure.PaperFigures;
import dev.leadline.paper.figure.Surprise;
import dev.leadline.pfn.PfnModel;
import dev.leadline.torch.tensor.Device;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code leadline reproduce figures}: the paper's figures about single predictions. */
@Command(
    name = "figures",
    mixinStandardHelpOptions = true,
    description = "Draws how models predict: cross-entropy along a recorded run, and a new region.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ReproduceFigures.OnRun.class,
      ReproduceFigures.Growing.class,
      ReproduceFigures.OfPaper.class
    })
final class ReproduceFigures implements Runnable {

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** {@code leadline reproduce figures surprise}. */
  @Command(
      name = "surprise",
      mixinStandardHelpOptions = true,
      description = "Cross-entropy of models on the points that another method acquired.",
      footerHeading = "%nExamples:%n",
      footer =
          "  leadline reproduce figures surprise record --task ackley-10d --method gp-2022"
              + " --model pt=paper-10d-pt.pfn --model pt-nur=paper-10d-nur.pfn --out surprise.svg")
  static final class OnRun implements Callable<Integer> {

    @Parameters(paramLabel = "DIR", description = "A record with points.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path record;

    @Option(names = "--task", paramLabel = "TASK", description = "Default: ackley-10d.")
    private String task = "ackley-10d";

    @Option(names = "--method", paramLabel = "NAME", description = "Default: gp-2022.")
    private String method = "gp-2022";

    @Option(names = "--every", paramLabel = "N", description = "Steps between. Default: 10.")
    private int every = 10;

    @Option(names = "--model", required = true, paramLabel = "NAME=FILE", description = "Models.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Map<String, Path> models;

    @Option(names = "--out", required = true, paramLabel = "FILE.svg", description = "The figure.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path out;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
      Surprise surprise = new Surprise(task, method, every);
      try (OpenModels open = new OpenModels(models)) {
        Map<String, Map<Integer, List<Double>>> measured = surprise.measure(record, open.named());
        Files.writeString(out, surprise.render(measured));
        PrintWriter text = spec.commandLine().getOut();
        text.println("| model | nats per point |\n|---|---:|");
        measured.forEach(
            (name, steps) ->
                text.println(
                    String.format(
                        Locale.ROOT,
                        "| %s | %.3f |",
                        name,
                        steps.values().stream()
                            .flatMap(List::stream)
                            .mapToDouble(Double::doubleValue)
                            .average()
                            .orElse(Double.NaN))));
      }
      return ExitCode.OK.number();
    }
  }

  /** {@code leadline reproduce figures growing}. */
  @Command(
      name = "growing",
      mixinStandardHelpOptions = true,
      description = "Predictions with a growing number of observations in a new region, 1-D.")
  static final class Growing implements Callable<Integer> {

    private static final List<String> TASKS = List.of("ackley-1d", "griewank-1d", "rastrigin-1d");

    @Option(names = "--model", required = true, paramLabel = "NAME=FILE", description = "Models.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Map<String, Path> models;

    @Option(names = "--out", required = true, paramLabel = "DIR", description = "For the figures.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path out;

    @Override
    public Integer call() throws IOException {
      Files.createDirectories(out);
      try (OpenModels open = new OpenModels(models)) {
        for (NamedModel model : open.named()) {
          String svg = GrowingObservations.standard().render(model, TASKS);
          Files.writeString(out.resolve("growing-" + model.name() + ".svg"), svg);
        }
      }
      return ExitCode.OK.number();
    }
  }

  /** {@code leadline reproduce figures paper}. */
  @Command(
      name = "paper",
      mixinStandardHelpOptions = true,
      description = {
        "The paper's figures of single predictions: growing observations with the 1-D networks,"
            + " and",
        "the cross-entropy of the 10-D networks on the points that a Gaussian process acquired."
      },
      footerHeading = "%nExamples:%n",
      footer =
          "  leadline reproduce figures paper --models models --acquired records/acquired --device cuda"
              + " --out figures")
  static final class OfPaper implements Callable<Integer> {

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
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path out;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
      PaperFigures figures = new PaperFigures(models, family, Device.named(device));
      List<Path> files = new ArrayList<>(figures.growing(out));
      if (acquired != null) {
        files.addAll(figures.crossEntropy(acquired, out));
      }
      PrintWriter text = spec.commandLine().getOut();
      files.forEach(file -> text.println("figure: " + file));
      return ExitCode.OK.number();
    }
  }

  /** Model files that are closed together. */
  private static final class OpenModels implements AutoCloseable {

    private final List<PfnModel> open = new ArrayList<>();
    private final List<NamedModel> named = new ArrayList<>();

    OpenModels(Map<String, Path> files) throws IOException {
      for (Map.Entry<String, Path> entry : files.entrySet()) {
        PfnModel model = PfnModel.load(entry.getValue());
        open.add(model);
        named.add(new NamedModel(entry.getKey(), model.surrogate(), model.units()));
      }
    }

    List<NamedModel> named() {
      return named;
    }

    @Override
    public void close() {
      open.forEach(PfnModel::close);
    }
  }
}
