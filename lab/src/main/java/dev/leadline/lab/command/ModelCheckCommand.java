package dev.leadline.lab.command;

import dev.leadline.app.commands.ConsoleCommand;
import dev.leadline.app.exit.ExitCode;
import dev.leadline.app.exit.UserError;
import dev.leadline.committee.Committee;
import dev.leadline.pfn.Manifest;
import dev.leadline.pfn.ModelFile;
import dev.leadline.pfn.ModelFileException;
import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.PfnModel;
import dev.leadline.surrogate.Surrogate;
import dev.leadline.torch.judge.NetworkPredictor;
import dev.leadline.torch.judge.OracleGap;
import dev.leadline.torch.judge.OracleGapCell;
import dev.leadline.torch.judge.OracleGapComparison;
import dev.leadline.torch.judge.OracleGapPlan;
import dev.leadline.torch.judge.OracleGapRecord;
import dev.leadline.torch.judge.OracleGapReport;
import dev.leadline.torch.tensor.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code leadline model check}: how far models are from the exact posterior. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = {
      "Compares models with exact Gaussian processes on fresh tasks.",
      "By dimensions and context size: the negative log density of held-out values, in nats per"
          + " point, of the model and of the exact process with the true hyper-parameters; their"
          + " difference, the part of it that the width of the buckets explains, and the"
          + " difference to processes with fitted hyper-parameters, each with its standard error;"
          + " the coverage of the 50, 80 and 95 %% intervals; the spread, by how many nats the"
          + " predictions of a task differ from their mean (0 for a network that has learned"
          + " nothing). Then the same from noisy"
          + " observations, the loss near the lowest value and how soon the model reacts to new"
          + " observations. Intervals are for the noise-free value; for a network of the paper,"
          + " which predicts observations, for a noisy one.",
      "A network of the paper is measured on the prior it was trained on, with uniform contexts and"
          + " with contexts of high values. Of those the exact process does not know how they were"
          + " chosen: a model that has learned it can be better."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  leadline model check runs/tiny",
      "  leadline model check runs/paper-2d-* --device cuda",
      "  leadline model check my.pfn --dimensions 2,5 --sizes 10,50,100 --tasks 200"
    })
final class ModelCheckCommand extends ConsoleCommand implements Runnable {

  @Parameters(
      paramLabel = "DIR|FILE",
      arity = "1..*",
      description = "Training directories with a model file in them, or model files (.pfn).")
  private List<Path> places = List.of();

  @Option(
      names = "--device",
      defaultValue = "cpu",
      paramLabel = "cpu|cuda",
      description = "Where networks without a committee predict (default: ${DEFAULT-VALUE}).")
  private String device;

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
      description =
          "Context sizes; by default 5 to 100, for networks of the paper 10 to 1000, or 2000 from"
              + " 5 dimensions on.")
  private @Nullable List<Integer> sizes;

  @Option(
      names = "--tasks",
      paramLabel = "T",
      description = {
        "Fresh tasks for each number in the table; by default 64, for networks of the paper 128,",
        "or 2048 on a GPU. Beyond 128 observations they become fewer."
      })
  private @Nullable Integer tasks;

  @Option(
      names = "--noise",
      split = ",",
      paramLabel = "S",
      description = {
        "Sizes of the noise as shares of a function's standard deviation; by default 0.01, 0.1",
        "and 0.3, for networks of the paper, whose prior has noise, none."
      })
  private @Nullable List<Double> noises;

  @Option(
      names = "--fit-seconds",
      paramLabel = "S",
      description = {
        "After so many seconds of fitting no further context size is fitted; 0 for none.",
        "By default 6 for networks of the paper, up to 200 observations, and else no limit."
      })
  private @Nullable Double fitSeconds;

  @Option(
      names = "--committee",
      description = "Checks the committee that the model builds on instead of the model.")
  private boolean committee;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where the record of one model goes (default: check.json beside the model).")
  private @Nullable Path out;

  @Override
  public void run() {
    Device where = Device.named(device);
    if (out != null && places.size() > 1) {
      throw UserError.usage(
          "expected one model with --out but got %d; leave out --out".formatted(places.size()));
    }
    List<Path> files = places.stream().map(ModelCheckCommand::modelFile).toList();
    List<OracleGapRecord> records = files.stream().map(file -> check(file, where)).toList();
    if (records.size() > 1) {
      out().print(new OracleGapComparison(records).tables());
    }
  }

  private OracleGapRecord check(Path file, Device where) {
    long start = System.nanoTime();
    try {
      ModelFile model = ModelFile.read(file);
      Manifest manifest = model.manifest();
      OracleGapPlan plan = plan(manifest, where);
      out().print("%s\n\n%s".formatted(manifest.name(), OracleGapReport.heading()));
      out().flush();
      OracleGapReport report =
          committee || manifest.network().tokens() == NetworkConfig.Tokens.COMMITTEE
              ? oneByOne(file, where, plan)
              : together(model, where, plan);
      out().print(report.rest());
      double seconds = (System.nanoTime() - start) / 1e9;
      OracleGapRecord record =
          new OracleGapRecord(manifest.name(), manifest.training(), where, seconds, report);
      Path place = place(file);
      record.write(place);
      out().printf(Locale.ROOT, "%nthe record is in %s, after %.1f seconds%n%n", place, seconds);
      out().flush();
      return record;
    } catch (ModelFileException e) {
      throw new UserError(ExitCode.STORAGE, String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new UserError(
          ExitCode.STORAGE,
          "%s could not be read, or its record not be written: %s".formatted(file, e.getMessage()),
          e);
    }
  }

  private void show(OracleGapCell cell) {
    out().println(OracleGapReport.row(cell));
    out().flush();
  }

  private OracleGapReport together(ModelFile model, Device where, OracleGapPlan plan) {
    try (NetworkPredictor network = new NetworkPredictor(model, where)) {
      return OracleGap.of(network, plan, System::nanoTime, this::show);
    }
  }

  /** As the library would predict. */
  private OracleGapReport oneByOne(Path file, Device where, OracleGapPlan plan) throws IOException {
    if (where != Device.CPU) {
      throw UserError.usage(
          "expected --device cpu for %s, which builds on a committee; leave out --device"
              .formatted(file));
    }
    try (PfnModel model = PfnModel.load(file)) {
      return OracleGap.of(surrogate(model), model.units(), plan, System::nanoTime, this::show);
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

  private OracleGapPlan plan(Manifest manifest, Device where) {
    NetworkConfig network = manifest.network();
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
    OracleGapPlan standard =
        network.attention() == NetworkConfig.Attention.PAPER
            ? ofPaper(manifest, where == Device.CUDA ? 2048 : 128)
            : OracleGapPlan.broad(wanted);
    return standard
        .withSizes(
            sizes == null ? standard.contextSizes() : sizes,
            tasks == null ? standard.tasks() : tasks,
            standard.queries())
        .withNoises(noises == null ? standard.noises() : noises)
        .withFitSeconds(fitSeconds == null ? standard.fitting().seconds() : fitSeconds);
  }

  /** On the prior that the network of the paper was trained on. */
  private static OracleGapPlan ofPaper(Manifest manifest, int taskCount) {
    OracleGapPlan plan = OracleGapPlan.paper(manifest.network().maxDimensions(), taskCount);
    return manifest.training().getOrDefault("prior", "paper").startsWith("fair")
        ? plan.withFamily(OracleGapPlan.Family.FAIR)
        : plan;
  }

  private static Path modelFile(Path place) {
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

  private Path place(Path file) {
    return out != null ? out : file.resolveSibling(ModelCompareCommand.RECORD);
  }
}
