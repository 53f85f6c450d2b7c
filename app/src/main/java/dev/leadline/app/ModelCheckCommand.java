package dev.leadline.app;

import dev.leadline.acquisition.OutputScaling;
import dev.leadline.app.exit.ExitCode;
import dev.leadline.app.exit.UserError;
import dev.leadline.committee.Committee;
import dev.leadline.pfn.Manifest;
import dev.leadline.pfn.ModelFileException;
import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.PfnModel;
import dev.leadline.surrogate.Surrogate;
import dev.leadline.torch.pretrain.OracleGap;
import dev.leadline.torch.pretrain.OracleGapPlan;
import dev.leadline.torch.pretrain.OracleGapReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code leadline model check}: how far a model is from the exact posterior. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = {
      "Compares a model with exact Gaussian processes on fresh tasks.",
      "By dimensions and context size: the negative log density of held-out values, in nats per"
          + " point, of the model, of the exact process with the true hyper-parameters and of one"
          + " with fitted ones, and the coverage of the 50, 80 and 95 %% intervals; then the same"
          + " from noisy observations, the loss near the lowest value and how soon the model"
          + " reacts to new observations. Intervals are for the noise-free value; for a network of"
          + " the paper, which predicts observations, for a noisy one."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  leadline model check runs/tiny",
      "  leadline model check my.pfn --dimensions 2,5 --sizes 10,50,100 --tasks 200"
    })
final class ModelCheckCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "DIR|FILE",
      description = "A training directory with a model file in it, or a model file (.pfn).")
  @SuppressWarnings("NullAway.Init") // set by picocli
  private Path place;

  @Option(
      names = "--dimensions",
      split = ",",
      paramLabel = "D",
      description = "Numbers of inputs; by default 1, 2, 5 and 10 as far as the model goes.")
  private @Nullable List<Integer> dimensions;

  @Option(
      names = "--sizes",
      split = ",",
      paramLabel = "N",
      defaultValue = "5,10,20,50,100",
      description = "Context sizes (default: ${DEFAULT-VALUE}).")
  private List<Integer> sizes = List.of();

  @Option(
      names = "--tasks",
      paramLabel = "T",
      defaultValue = "64",
      description = "Fresh tasks for each number in the table (default: ${DEFAULT-VALUE}).")
  private int tasks;

  @Option(
      names = "--noise",
      split = ",",
      paramLabel = "S",
      defaultValue = "0.01,0.1,0.3",
      description =
          "Sizes of the noise as shares of a function's standard deviation"
              + " (default: ${DEFAULT-VALUE}).")
  private List<Double> noises = List.of();

  @Option(
      names = "--committee",
      description = "Checks the committee that the model builds on instead of the model.")
  private boolean committee;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where the record goes (default: oracle-gap.json beside the model).")
  private @Nullable Path out;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public Integer call() {
    Path file = modelFile();
    PrintWriter print = spec.commandLine().getOut();
    try (PfnModel model = PfnModel.load(file)) {
      OracleGapPlan plan = plan(model.manifest().network());
      OutputScaling scaling = OutputScaling.ofId(model.manifest().outputScaling());
      print.print(OracleGapReport.heading());
      print.flush();
      OracleGapReport report =
          OracleGap.of(
              surrogate(model),
              scaling,
              plan,
              cell -> {
                print.println(OracleGapReport.row(cell));
                print.flush();
              });
      print.print(report.rest());
      Path record = record(file);
      Files.writeString(record, report.json());
      print.println("\nthe record is in " + record);
      return ExitCode.OK.number();
    } catch (ModelFileException e) {
      throw new UserError(ExitCode.STORAGE, String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new UserError(
          ExitCode.STORAGE,
          "%s could not be read, or its record not be written: %s".formatted(file, e.getMessage()),
          e);
    }
  }

  private Surrogate surrogate(PfnModel model) {
    if (!committee) {
      return model.surrogate();
    }
    Manifest manifest = model.manifest();
    if (manifest.committee() == null) {
      throw UserError.usage(
          "expected a model that builds on a committee but %s does not; leave out --committee"
              .formatted(manifest.name()));
    }
    return new Committee(manifest.committee());
  }

  private OracleGapPlan plan(NetworkConfig network) {
    List<Integer> possible =
        network.attention() == NetworkConfig.Attention.PAPER
            ? List.of(network.maxDimensions())
            : Stream.of(1, 2, 5, 10).filter(network::takes).toList();
    List<Integer> wanted = dimensions == null ? possible : dimensions;
    for (int d : wanted) {
      if (!network.takes(d)) {
        throw UserError.usage(
            "expected dimensions of %s, which the model is made for, but got %d"
                .formatted(network.dimensions(), d));
      }
    }
    OracleGapPlan.Family family =
        network.tokens() == NetworkConfig.Tokens.PLAIN
            ? OracleGapPlan.Family.PAPER
            : OracleGapPlan.Family.BROAD;
    OracleGapPlan standard = OracleGapPlan.standard(family, wanted);
    return standard.withSizes(sizes, tasks, standard.queries()).withNoises(noises);
  }

  private Path modelFile() {
    if (Files.isRegularFile(place)) {
      return place;
    }
    if (!Files.isDirectory(place)) {
      throw new UserError(
          ExitCode.STORAGE,
          "expected a model file or a training directory but there is none at %s; check the name"
              .formatted(place));
    }
    try (Stream<Path> entries = Files.list(place)) {
      List<Path> models = entries.filter(p -> p.toString().endsWith(".pfn")).sorted().toList();
      if (models.size() != 1) {
        throw new UserError(
            ExitCode.STORAGE,
            "expected one model file (.pfn) in %s but found %d; name the file"
                .formatted(place, models.size()));
      }
      return models.get(0);
    } catch (IOException e) {
      throw new UserError(
          ExitCode.STORAGE, "%s cannot be read: %s".formatted(place, e.getMessage()), e);
    }
  }

  private Path record(Path file) {
    if (out != null) {
      return out;
    }
    Path directory = file.toAbsolutePath().getParent();
    return directory == null ? Path.of("oracle-gap.json") : directory.resolve("oracle-gap.json");
  }
}
