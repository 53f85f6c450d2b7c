package dev.leadline.lab.method;

import java.util.List;

/**
 * Methods that another module brings to the benchmark; found by {@link java.util.ServiceLoader}.
 * Implementations are thread-safe.
 */
public interface MethodSource {

  List<String> names();

  Method method(String name, MethodContext context);
}
