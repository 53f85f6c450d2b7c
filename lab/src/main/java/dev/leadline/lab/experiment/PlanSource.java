package dev.leadline.lab.experiment;

import java.io.IOException;
import java.util.List;

/**
 * Plans that another module brings to the benchmark; found by {@link java.util.ServiceLoader}.
 * Implementations are thread-safe.
 */
public interface PlanSource {

  List<String> names();

  /** A plan as YAML; {@code {models}} in it stands for the directory of the trained models. */
  String read(String name) throws IOException;
}
