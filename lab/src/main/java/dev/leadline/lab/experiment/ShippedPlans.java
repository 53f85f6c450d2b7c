package dev.leadline.lab.experiment;

import dev.leadline.lab.method.Methods;
import dev.leadline.lab.problem.Task;
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
import java.util.ServiceLoader;

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

  private static final List<String> OWN =
      List.of(
          "headline",
          "modern",
          "shifted",
          "noisy",
          "hard",
          "ill-conditioned",
          "mixed",
          "further",
          "real",
          "held-out",
          "parallel",
          "wide",
          "flat",
          "goals",
          "goals-held-out",
          "limits",
          "failures",
          "conditional",
          "recommendations",
          "forecasts",
          "curves",
          "curves-held-out",
          "related");

  /** All whole plans, those of other modules last. */
  public static List<String> names() {
    List<String> names = new ArrayList<>(OWN);
    ServiceLoader.load(PlanSource.class).forEach(source -> names.addAll(source.names()));
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
  public Map<String, Plan> pieces(String name) {
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
        whole.tables(),
        whole.study());
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
  public static String label(String method) {
    int equals = method.indexOf('=');
    return equals < 0 ? method : method.substring(0, equals);
  }

  private Plan whole(String name) {
    try {
      return perInputs(PlanFile.parseYaml(read(name).replace("{models}", models.toString()), name));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the plan " + name, e);
    }
  }

  private static String read(String name) throws IOException {
    for (PlanSource source : ServiceLoader.load(PlanSource.class)) {
      if (source.names().contains(name)) {
        return source.read(name);
      }
    }
    return resource(ShippedPlans.class, name);
  }

  /** The plan {@code plans/NAME.yaml} beside a class. */
  public static String resource(Class<?> owner, String name) throws IOException {
    String file = "plans/%s.yaml".formatted(name);
    try (InputStream in = owner.getResourceAsStream(file)) {
      return new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
