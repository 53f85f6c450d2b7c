package dev.leadline.bench.method;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The methods by name. Immutable and thread-safe. */
public final class Methods {

  private static final Map<String, Function<MethodContext, Method>> KNOWN = known();

  private Methods() {}

  /** All names a plan may use. */
  public static List<String> names() {
    return List.copyOf(KNOWN.keySet());
  }

  /** Builds the method of this name. */
  public static Method named(String name, MethodContext context) {
    Function<MethodContext, Method> maker = KNOWN.get(name);
    if (maker == null) {
      throw new IllegalArgumentException(
          "unknown method '%s': expected one of %s".formatted(name, String.join(", ", names())));
    }
    return maker.apply(context);
  }

  private static Map<String, Function<MethodContext, Method>> known() {
    Map<String, Function<MethodContext, Method>> known = new LinkedHashMap<>();
    known.put("rs", context -> new RandomMethod());
    known.put("cma-es", context -> new CmaEsMethod());
    return known;
  }
}
