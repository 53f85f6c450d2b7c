package dev.leadline.app.run;

import dev.leadline.space.Configuration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The texts that placeholders and environment variables stand for in one trial. */
public final class TrialValues {

  /** The placeholder for the number of the trial. */
  public static final String TRIAL = "trial";

  private TrialValues() {}

  /** The placeholders that a space with these parameters offers. */
  public static List<String> names(Collection<String> parameters) {
    List<String> names = new ArrayList<>(parameters);
    if (!names.contains(TRIAL)) {
      names.add(TRIAL);
    }
    return names;
  }

  static Map<String, String> of(int trial, Configuration configuration) {
    Map<String, String> values = new LinkedHashMap<>(texts(configuration));
    values.putIfAbsent(TRIAL, Integer.toString(trial));
    return values;
  }

  /** The configuration as text, in order. */
  public static Map<String, String> texts(Configuration configuration) {
    Map<String, String> texts = new LinkedHashMap<>();
    configuration.values().forEach((name, value) -> texts.put(name, value.toString()));
    return texts;
  }

  /** {@code LEADLINE_name}; what a shell does not allow in a name becomes an underscore. */
  static String variable(String name) {
    return "LEADLINE_" + name.replaceAll("[^A-Za-z0-9_]", "_");
  }
}
