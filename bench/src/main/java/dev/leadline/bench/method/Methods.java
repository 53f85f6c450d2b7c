package dev.leadline.bench.method;

import dev.leadline.acquisition.Search;
import dev.leadline.bench.lane.Lane;
import dev.leadline.bench.lane.Method;
import dev.leadline.bench.lane.Proposer;
import dev.leadline.bench.lockstep.GpMethods;
import dev.leadline.bench.lockstep.LockStep;
import dev.leadline.bench.lockstep.NoModelScorer;
import dev.leadline.bench.lockstep.PaperSearch;
import dev.leadline.units.OutputScaling;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/** The methods by name. Immutable and thread-safe. */
public final class Methods {

  /** Those that are no strategy of the library. */
  private static final Map<String, Function<MethodContext, Method>> OTHERS = others();

  private Methods() {}

  /** All names a plan may use. */
  public static List<String> names() {
    return Stream.concat(StudyMethod.NAMES.stream(), OTHERS.keySet().stream()).toList();
  }

  /** The name of the method whose models another one takes: its own, whatever it does at once. */
  public static String ownerOfModels(String name) {
    return name.replaceFirst("-q[1-9][0-9]{0,3}$", "");
  }

  /**
   * Builds a method.
   *
   * @param name a known name, or {@code ALIAS=NAME} to run a known method under another name and
   *     with models of its own, as an ablation needs it
   */
  public static Method named(String name, MethodContext context) {
    int equals = name.indexOf('=');
    if (equals > 0) {
      return aliased(name.substring(0, equals), name.substring(equals + 1), context);
    }
    Optional<StudyMethod> study = StudyMethod.named(name, context);
    if (study.isPresent()) {
      return study.get();
    }
    Function<MethodContext, Method> maker = OTHERS.get(name);
    if (maker == null) {
      throw new IllegalArgumentException(
          "unknown method '%s': expected one of %s, the first two with -q8 behind them for eight trials at once"
              .formatted(name, String.join(", ", names())));
    }
    return maker.apply(context);
  }

  private static Method aliased(String alias, String name, MethodContext context) {
    return new AliasMethod(alias, named(name, context.withModelsOf(alias, name)));
  }

  private static Map<String, Function<MethodContext, Method>> others() {
    Map<String, Function<MethodContext, Method>> others = new LinkedHashMap<>();
    others.put("rs", context -> new RandomMethod());
    others.put("sobol", context -> new SobolMethod());
    others.put("cma-es", context -> new CmaEsMethod());
    others.put(
        "gp-2022", batched("gp-2022", (lanes, c) -> GpMethods.classic2022(lanes, c.device())));
    others.put(
        "gp-modern", batched("gp-modern", (lanes, c) -> GpMethods.modern(lanes, c.device())));
    others.put(
        "gp-2022-refit",
        batched("gp-2022-refit", (lanes, c) -> GpMethods.classic2022Refitted(lanes, c.device())));
    putSearches(others, "", PaperSearch::local);
    putSearches(others, "-half", PaperSearch::halfGlobal);
    return others;
  }

  /** The paper's transformers and the controls behind one search. */
  private static void putSearches(
      Map<String, Function<MethodContext, Method>> others,
      String suffix,
      Function<Lane, Search> search) {
    String local = "gp-local" + suffix;
    others.put(
        local, batched(local, (lanes, c) -> GpMethods.withSearch(lanes, search, c.device())));
    String alone = "local-only" + suffix;
    others.put(alone, single(alone, lanes -> localOnly(lanes, search)));
    for (String variant : List.of("pt", "pt-r", "pt-nu", "pt-nur")) {
      String name = variant + suffix;
      others.put(name, context -> new PfnMethod(name, context, search));
    }
  }

  private static Function<MethodContext, Method> batched(
      String name, BiFunction<List<Lane>, MethodContext, Proposer> starter) {
    return context ->
        new BatchMethod(name, context.lanes(), lanes -> starter.apply(lanes, context));
  }

  private static Function<MethodContext, Method> single(
      String name, Function<List<Lane>, Proposer> starter) {
    return context -> new BatchMethod(name, 1, starter);
  }

  private static Proposer localOnly(List<Lane> lanes, Function<Lane, Search> search) {
    return new LockStep(lanes, search, OutputScaling.Z_SCORE, new NoModelScorer());
  }
}
