package dev.leadline.bench;

import dev.leadline.bench.report.Report;
import dev.leadline.bench.runner.Plan;
import dev.leadline.bench.runner.PlanFile;
import dev.leadline.bench.runner.Progress;
import dev.leadline.pfn.PfnModel;
import dev.leadline.torch.tensor.Device;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The plans that come with the library, carried out one after the other. Used by one thread.
 *
 * @param models where trained models lie, for the plans that need them
 * @param notice hears what is started and what is left out
 */
public record Reproduction(Path models, Device device, int threads, Consumer<String> notice) {

  /** The plans of the full reproduction, in their order. */
  public static List<String> full() {
    return List.of("paper", "paper-gp", "modern", "shifted", "noisy", "hard", "mixed");
  }

  /** The plans for the radius of the regulariser, one per number of inputs. */
  public static List<String> ablation() {
    return List.of("ablation-1d", "ablation-2d", "ablation-5d", "ablation-10d");
  }

  /** All plans that come with the library. */
  public static List<String> names() {
    List<String> names = new ArrayList<>(List.of("glance", "quick"));
    names.addAll(full());
    names.addAll(ablation());
    return names;
  }

  /**
   * Runs plans into {@code out/PLAN} and writes one report into {@code out/report}; continues what
   * an earlier call left unfinished.
   */
  public Path run(List<String> plans, Path out, InstantSource clock, Progress progress) {
    List<Path> records = new ArrayList<>();
    for (String name : plans) {
      Plan plan = available(name, plan(name));
      Path record = out.resolve(name);
      notice.accept("plan %s: %s".formatted(name, String.join(", ", plan.methods())));
      new Benchmark(plan, device, threads).run(record, clock, progress);
      records.add(record);
    }
    return Report.write(records, out.resolve("report"));
  }

  /** The plan of this name as it comes with the library. */
  Plan plan(String name) {
    String resource = "plans/%s.yaml".formatted(name);
    try (InputStream file = Reproduction.class.getResourceAsStream(resource)) {
      byte[] text = Objects.requireNonNull(file, resource).readAllBytes();
      String filled =
          new String(text, StandardCharsets.UTF_8).replace("{models}", models.toString());
      return PlanFile.parseYaml(filled, resource);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the plan " + resource, e);
    }
  }

  /** The plan without the methods whose models are missing, each of which is mentioned. */
  private Plan available(String name, Plan plan) {
    List<String> methods = new ArrayList<>();
    for (String method : plan.methods()) {
      List<String> missing =
          plan.modelFiles().getOrDefault(nameOf(method), Map.of()).values().stream()
              .filter(model -> !exists(model))
              .toList();
      if (missing.isEmpty()) {
        methods.add(method);
      } else {
        notice.accept(
            "plan %s leaves out %s: there is no model %s".formatted(name, method, missing.get(0)));
      }
    }
    return new Plan(
        plan.tasks(), methods, plan.seeds(), plan.firstSeed(), plan.steps(), plan.models());
  }

  /** What records call a method that the plan may give as ALIAS=NAME. */
  private static String nameOf(String method) {
    int equals = method.indexOf('=');
    return equals < 0 ? method : method.substring(0, equals);
  }

  private static boolean exists(String model) {
    String shipped = "shipped:";
    return model.startsWith(shipped)
        ? PfnModel.ships(model.substring(shipped.length()))
        : Files.isRegularFile(Path.of(model));
  }
}
