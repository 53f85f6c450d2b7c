package dev.leadline.lab.method;

import dev.leadline.search.SobolSequence;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.function.Supplier;
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

  /**
   * The method whose models another one takes: itself, whatever it does at once, is told or ends.
   */
  public static String ownerOfModels(String name) {
    return name.replaceFirst("[:+].*", "").replaceFirst("-q[1-9][0-9]{0,3}$", "");
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
          "unknown method '%s': expected one of %s, the first three with -q8 behind them for eight trials at once, :related for earlier studies, or +median for a rule that ends trials early"
              .formatted(name, String.join(", ", names())));
    }
    return maker.apply(context);
  }

  private static Method aliased(String alias, String name, MethodContext context) {
    Method method = named(name, context.withModelsOf(alias, name));
    return new Method() {
      @Override
      public String name() {
        return alias;
      }

      @Override
      public void require(int dimensions) {
        method.require(dimensions);
      }

      @Override
      public int together() {
        return method.together();
      }

      @Override
      public Proposer start(List<RunHistory> runs) {
        return method.start(runs);
      }
    };
  }

  private static Map<String, Function<MethodContext, Method>> others() {
    Map<String, Function<MethodContext, Method>> others = new LinkedHashMap<>();
    others.put("rs", context -> new Sampler("rs", Methods::random));
    others.put("sobol", context -> new Sampler("sobol", Methods::sobol));
    others.put("cma-es", context -> new Sampler("cma-es", run -> new CmaEsRun(run)::next));
    for (MethodSource source : ServiceLoader.load(MethodSource.class)) {
      source.names().forEach(name -> others.put(name, context -> source.method(name, context)));
    }
    return others;
  }

  /**
   * A method that takes its runs one by one.
   *
   * @param points gives the next point of a run whenever it is asked
   */
  private record Sampler(String name, Function<RunHistory, Supplier<double[]>> points)
      implements Method {

    @Override
    public Proposer start(List<RunHistory> runs) {
      List<Supplier<double[]>> next = runs.stream().map(points).toList();
      return () -> next.stream().map(Supplier::get).toArray(double[][]::new);
    }
  }

  /** Uniform random search: what every score is relative to. */
  private static Supplier<double[]> random(RunHistory run) {
    return () -> run.snap(run.random().doubles(run.dimensions()).toArray());
  }

  /** A scrambled Sobol sequence. */
  private static Supplier<double[]> sobol(RunHistory run) {
    SobolSequence sequence = new SobolSequence(run.dimensions(), run.runRandom());
    return () -> run.snap(sequence.point(run.step()));
  }
}
