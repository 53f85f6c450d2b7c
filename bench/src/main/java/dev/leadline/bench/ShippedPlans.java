package dev.leadline.bench;

import dev.leadline.bench.method.Methods;
import dev.leadline.bench.runner.Plan;
import dev.leadline.bench.runner.PlanFile;
import dev.leadline.bench.task.Task;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The plans that come with the library, whole and in pieces. Immutable and thread-safe.
 *
 * <p>A piece is one method of a plan with one number of inputs, such as {@code paper-10d-pt-nur};
 * where the plan has one number of inputs only, its name ends in the method alone. Pieces have
 * records of their own, so they can run at the same time or wait for their model.
 *
 * @param models where trained models lie, as {@code PRESET/model.pfn}
 */
public record ShippedPlans(Path models) {

  /** The plans for the radius of the regulariser, one per number of inputs. */
  static final List<String> ABLATION =
      List.of("ablation-1d", "ablation-2d", "ablation-5d", "ablation-10d");

  /** The slice of everything for two cores. */
  public static final List<String> QUICK = List.of("quick", "quick-probes", "quick-acquired");

  private static final List<String> SMALL =
      List.of("glance", "quick", "quick-probes", "quick-acquired");
  private static final List<String> LARGE =
      List.of(
          "paper",
          "paper-gp",
          "modern",
          "shifted",
          "noisy",
          "hard",
          "contested",
          "mixed",
          "further",
          "real");

  /** Runs of the library's studies, on a CPU. */
  private static final List<String> STUDIES = List.of("parallel", "wide", "flat");

  /** What is looked at once per release: no other plan runs it along. */
  private static final List<String> SEALED = List.of("sealed");

  /** The paper's methods with networks that learn, what its claims are tested by. */
  static final List<String> FAIR =
      List.of(
          "fair",
          "fair-seeds",
          "fair-half",
          "fair-half-seeds",
          "fair-full",
          "fair-full-seeds",
          "fair-ablation-10d");

  /** Runs that figures are drawn from. */
  static final List<String> FIGURES = List.of("probes", "acquired");

  /** All whole plans. */
  public static List<String> names() {
    List<String> names = new ArrayList<>(SMALL);
    names.addAll(LARGE);
    names.addAll(SEALED);
    names.addAll(STUDIES);
    names.addAll(ABLATION);
    names.addAll(FAIR);
    names.addAll(FIGURES);
    return names;
  }

  /**
   * The full reproduction, in its order: the paper's protocol, the radii of the regulariser and the
   * networks that learn in pieces, the others whole. Random search and PT run in the protocol, for
   * the radii too.
   */
  public List<String> full() {
    List<String> names = new ArrayList<>(pieces("paper").keySet());
    List<String> done = whole("paper").methods();
    for (String plan : ABLATION) {
      pieces(plan)
          .forEach(
              (name, piece) -> {
                if (!done.containsAll(piece.methods())) {
                  names.add(name);
                }
              });
    }
    for (String plan : FAIR) {
      names.addAll(pieces(plan).keySet());
    }
    names.addAll(FIGURES);
    names.addAll(LARGE.subList(1, LARGE.size()));
    return names;
  }

  /**
   * The plan or the piece of this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public Plan named(String name) {
    if (names().contains(name)) {
      return whole(name);
    }
    List<String> near = new ArrayList<>();
    for (String base : names()) {
      if (name.startsWith(base + "-")) {
        Map<String, Plan> pieces = pieces(base);
        Plan piece = pieces.get(name);
        if (piece != null) {
          return piece;
        }
        near.addAll(pieces.keySet());
      }
    }
    throw new IllegalArgumentException(
        near.isEmpty()
            ? "expected a plan of %s, or a piece of one such as paper-2d-pt, but got '%s'"
                .formatted(String.join(", ", names()), name)
            : "expected a piece of %s but got '%s'".formatted(String.join(", ", near), name));
  }

  /** The pieces of a plan by name, few inputs first. */
  Map<String, Plan> pieces(String name) {
    Plan whole = whole(name);
    List<Integer> sizes =
        whole.resolvedTasks().stream().map(Task::dimensions).distinct().sorted().toList();
    Map<String, Plan> pieces = new LinkedHashMap<>();
    for (int size : sizes) {
      String prefix = sizes.size() == 1 ? name : "%s-%dd".formatted(name, size);
      for (String method : whole.methods()) {
        pieces.put(prefix + "-" + label(method), piece(whole, size, method));
      }
    }
    return pieces;
  }

  private static Plan piece(Plan whole, int size, String method) {
    List<Task> tasks =
        whole.resolvedTasks().stream().filter(task -> task.dimensions() == size).toList();
    String owner = Methods.ownerOfModels(label(method));
    Map<String, String> models = whole.modelFiles().getOrDefault(owner, Map.of());
    String inputs = models.containsKey(Integer.toString(size)) ? Integer.toString(size) : "*";
    String model = models.get(inputs);
    return new Plan(
        tasks.stream().map(Task::name).toList(),
        List.of(method),
        whole.seeds(),
        whole.firstSeed(),
        Map.of(Integer.toString(size), whole.stepsFor(tasks.get(0))),
        model == null ? Map.of() : Map.of(owner, Map.of(inputs, model)),
        whole.initial(),
        whole.tables());
  }

  /** The plan with a model by number of inputs where one is given as {@code "*"} with {d}. */
  private static Plan perInputs(Plan plan) {
    Map<String, Map<String, String>> models = new LinkedHashMap<>();
    plan.modelFiles()
        .forEach(
            (method, files) -> {
              Map<String, String> own = new LinkedHashMap<>(files);
              String any = own.getOrDefault("*", "");
              if (any.contains("{d}")) {
                own.remove("*");
                for (Task task : plan.resolvedTasks()) {
                  String inputs = Integer.toString(task.dimensions());
                  own.put(inputs, any.replace("{d}", inputs));
                }
              }
              models.put(method, own);
            });
    return models.isEmpty() ? plan : plan.withModels(models);
  }

  /** What records call a method that the plan may give as ALIAS=NAME. */
  static String label(String method) {
    int equals = method.indexOf('=');
    return equals < 0 ? method : method.substring(0, equals);
  }

  private Plan whole(String name) {
    String resource = "plans/%s.yaml".formatted(name);
    try (InputStream file = ShippedPlans.class.getResourceAsStream(resource)) {
      byte[] text = Objects.requireNonNull(file, resource).readAllBytes();
      String filled =
          new String(text, StandardCharsets.UTF_8).replace("{models}", models.toString());
      return perInputs(PlanFile.parseYaml(filled, resource));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the plan " + resource, e);
    }
  }
}
