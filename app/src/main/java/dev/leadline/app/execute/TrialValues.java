package dev.leadline.app.execute;

import dev.leadline.app.exit.UserError;
import dev.leadline.space.Configuration;
import dev.leadline.storage.StoredTrial;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The texts that placeholders and environment variables stand for in one trial. */
public final class TrialValues {

  /** The placeholder for the number of the trial. */
  public static final String TRIAL = "trial";

  /** The end of the name of the variable that marks what a run starts. */
  static final String RUN = "RUN";

  private TrialValues() {}

  /**
   * The placeholders that a space with these parameters offers.
   *
   * @throws UserError if a parameter would hide the number of the trial, or two would share an
   *     environment variable
   */
  public static List<String> names(Collection<String> parameters) {
    List<String> names = new ArrayList<>(parameters);
    names.add(TRIAL);
    Map<String, String> owners = new HashMap<>();
    owners.put(variable(TRIAL), TRIAL);
    owners.put(variable(RUN), RUN);
    for (String parameter : parameters) {
      String variable = variable(parameter);
      String owner = owners.putIfAbsent(variable, parameter);
      if (owner != null) {
        throw UserError.usage(
            owner.equals(TRIAL) || owner.equals(RUN)
                ? "the parameter '%s' would hide %s, which says what trial of which run this is; give it another name"
                    .formatted(parameter, variable)
                : "the parameters '%s' and '%s' would share the environment variable %s; give one of them another name"
                    .formatted(owner, parameter, variable));
      }
    }
    return names;
  }

  public static Map<String, String> of(int trial, Configuration configuration) {
    Map<String, String> values = new LinkedHashMap<>(StoredTrial.texts(configuration));
    values.put(TRIAL, Integer.toString(trial));
    return values;
  }

  /** {@code LEADLINE_name}; what a shell does not allow in a name becomes an underscore. */
  static String variable(String name) {
    return "LEADLINE_" + name.replaceAll("[^A-Za-z0-9_]", "_");
  }
}
