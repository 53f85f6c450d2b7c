package dev.leadline.bench.method;

import dev.leadline.acquisition.Acquisition;
import dev.leadline.bench.lane.Lane;
import dev.leadline.bench.lane.Method;
import dev.leadline.bench.lane.Proposer;
import dev.leadline.bench.lane.Through;
import dev.leadline.bench.lockstep.GpMethods;
import dev.leadline.bench.lockstep.LockStep;
import dev.leadline.bench.lockstep.NoModelScorer;
import dev.leadline.bench.lockstep.Recipe;
import dev.leadline.bench.lockstep.SurrogateScorer;
import dev.leadline.committee.Committee;
import dev.leadline.committee.CommitteeConfig;
import dev.leadline.committee.CommitteeJudge;
import dev.leadline.units.OutputScaling;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The methods by name. Immutable and thread-safe. */
public final class Methods {

  private static final Map<String, Function<MethodContext, Method>> KNOWN = known();

  private Methods() {}

  /** All names a plan may use. */
  public static List<String> names() {
    return List.copyOf(KNOWN.keySet());
  }

  /** The name of the method whose models another one takes: its own, whatever it does at once. */
  public static String ownerOfModels(String name) {
    return StudyMethod.strategy(name);
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
    if (context.through() == Through.STUDY) {
      return StudyMethod.named(name, context);
    }
    Function<MethodContext, Method> maker = KNOWN.get(name);
    if (maker == null) {
      throw new IllegalArgumentException(
          "unknown method '%s': expected one of %s".formatted(name, String.join(", ", names())));
    }
    return maker.apply(context);
  }

  private static Method aliased(String alias, String name, MethodContext context) {
    return new AliasMethod(alias, named(name, context.withModelsOf(alias, name)));
  }

  private static Map<String, Function<MethodContext, Method>> known() {
    Map<String, Function<MethodContext, Method>> known = new LinkedHashMap<>();
    known.put("rs", context -> new RandomMethod());
    known.put("sobol", context -> new SobolMethod());
    known.put("cma-es", context -> new CmaEsMethod());
    known.put(
        "gp-2022", batched("gp-2022", (lanes, c) -> GpMethods.classic2022(lanes, c.device())));
    known.put("gp-modern", batched("gp-modern", (lanes, c) -> GpMethods.modern(lanes, c.device())));
    known.put(
        "gp-2022-refit",
        batched("gp-2022-refit", (lanes, c) -> GpMethods.classic2022Refitted(lanes, c.device())));
    putSearches(known, "", Recipe.paper());
    putSearches(known, "-half", Recipe.halfGlobal());
    known.put("default", context -> new PfnMethod("default", context, Recipe.standard()));
    known.put("committee", single("committee", Methods::committee));
    return known;
  }

  /** The paper's transformers and the controls behind one search. */
  private static void putSearches(
      Map<String, Function<MethodContext, Method>> known, String suffix, Recipe recipe) {
    String local = "gp-local" + suffix;
    known.put(local, batched(local, (lanes, c) -> GpMethods.withSearch(lanes, recipe, c.device())));
    String alone = "local-only" + suffix;
    known.put(alone, single(alone, lanes -> localOnly(lanes, recipe)));
    for (String variant : List.of("pt", "pt-r", "pt-nu", "pt-nur")) {
      String name = variant + suffix;
      known.put(name, context -> new PfnMethod(name, context, recipe));
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

  private static Proposer localOnly(List<Lane> lanes, Recipe recipe) {
    return LockStep.of(lanes, recipe, OutputScaling.Z_SCORE, new NoModelScorer());
  }

  private static Proposer committee(List<Lane> lanes) {
    CommitteeConfig config = CommitteeConfig.standard();
    List<Committee> members = lanes.stream().map(lane -> new Committee(config)).toList();
    return LockStep.of(
        lanes,
        Recipe.standard(),
        OutputScaling.ROBUST_LOG,
        new SurrogateScorer(members, new CommitteeJudge(config), Acquisition.EXPECTED_IMPROVEMENT));
  }
}
