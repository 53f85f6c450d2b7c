package dev.leadline.paper;

import dev.leadline.lab.experiment.Experiment;
import dev.leadline.lab.experiment.Plan;
import dev.leadline.lab.experiment.Progress;
import dev.leadline.lab.experiment.ShippedPlans;
import dev.leadline.lab.experiment.TimeLimit;
import dev.leadline.lab.method.ModelReference;
import dev.leadline.lab.report.Report;
import dev.leadline.paper.figure.PaperFigures;
import dev.leadline.paper.report.ClaimTables;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.train.Presets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The plans that come with the library, carried out one after the other. Used by one thread.
 *
 * <p>On a GPU the models that are missing are trained first; on a CPU, where that takes days, their
 * methods are left out.
 *
 * @param models where trained models lie, for the plans that need them
 * @param notice hears what is started and what is left out
 */
public record Reproduction(Path models, Device device, int threads, Consumer<String> notice) {

  /**
   * Runs plans into {@code out/PLAN} and then writes one report into {@code out/report}; continues
   * what an earlier call left unfinished.
   *
   * @param limit when to stop earlier; another call continues
   * @return the report; nothing if the time was over before all was done, or no plan has its models
   */
  public Optional<Path> run(
      List<String> plans, Path out, InstantSource clock, Progress progress, TimeLimit limit) {
    ShippedPlans shipped = new ShippedPlans(models);
    List<Path> records = new ArrayList<>();
    for (String name : plans) {
      Plan whole = shipped.named(name);
      if (!provided(whole, limit)) {
        return Optional.empty();
      }
      Optional<Plan> plan = available(name, whole);
      if (plan.isPresent()) {
        Path record = out.resolve(name);
        notice.accept("plan %s: %s".formatted(name, String.join(", ", plan.get().methods())));
        long left =
            new Experiment(plan.get(), device, threads).run(record, clock, progress, limit).left();
        if (left > 0) {
          return Optional.empty();
        }
        records.add(record);
      }
    }
    if (records.isEmpty()) {
      return Optional.empty();
    }
    Path report = Report.write(records, out.resolve("report"));
    further(records, out.resolve("report"));
    return Optional.of(report);
  }

  /** The verdicts on the paper's claims, and its figures of single predictions. */
  private void further(List<Path> records, Path report) {
    try {
      Files.writeString(report.resolve("claims.md"), ClaimTables.of(records));
      Optional<Path> acquired =
          records.stream().filter(record -> record.toString().endsWith("acquired")).findFirst();
      if (acquired.isPresent()) {
        PaperFigures figures = new PaperFigures(models, "fair", device);
        figures.growing(report.resolve("figures"));
        figures.crossEntropy(acquired.get(), report.resolve("figures"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot write the figures to %s: %s".formatted(report, e.getMessage()), e);
    }
  }

  /** Trains on a GPU what the plan needs; says whether there was time for all of it. */
  private boolean provided(Plan plan, TimeLimit limit) {
    TrainedModels trained = new TrainedModels(models, device, notice);
    for (Map<String, String> files : plan.modelFiles().values()) {
      for (String model : files.values()) {
        Optional<ModelReference.Training> training = trained.training(model);
        if (device == Device.CUDA && !trained.has(model) && training.isPresent()) {
          if (limit.isOver()) {
            return false;
          }
          trained.train(training.get(), Presets.named(training.get().preset()));
        }
      }
    }
    return true;
  }

  /** The plan without the methods whose models are missing, each of which is mentioned. */
  private Optional<Plan> available(String name, Plan plan) {
    TrainedModels trained = new TrainedModels(models, device, notice);
    List<String> methods = new ArrayList<>();
    for (String method : plan.methods()) {
      List<String> missing =
          plan.modelFiles().getOrDefault(ShippedPlans.label(method), Map.of()).values().stream()
              .filter(model -> !trained.has(model))
              .toList();
      if (missing.isEmpty()) {
        methods.add(method);
      } else {
        notice.accept(
            "plan %s leaves out %s: there is no model %s".formatted(name, method, missing.get(0)));
      }
    }
    return methods.isEmpty() ? Optional.empty() : Optional.of(plan.withMethods(methods));
  }
}
