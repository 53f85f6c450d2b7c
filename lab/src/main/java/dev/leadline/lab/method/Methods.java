package dev.leadline.lab.method;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
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
    for (MethodSource source : ServiceLoader.load(MethodSource.class)) {
      source.names().forEach(name -> others.put(name, context -> source.method(name, context)));
    }
    return others;
  }
}
