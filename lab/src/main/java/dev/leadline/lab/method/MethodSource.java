package dev.leadline.lab.method;

import java.util.List;

/**
 * Methods that another module brings to the benchmark; found by {@link java.util.ServiceLoader}.
 * Implementations are thread-safe.
 */
public interface MethodSource {

  /** The names of its methods. */
  List<String> names();

  /** The method of one of its names. */
  Method method(String name, MethodContext context);
}
