package dev.leadline.spark;

import dev.leadline.space.Configuration;
import dev.leadline.space.Value;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * A function with the configuration it is to be called with, both on their way to an executor.
 *
 * @param names of the parameters, in order
 * @param values of the parameters, each as what Java has for it
 */
record SettingsWork(TrialFunction function, List<String> names, List<Serializable> values)
    implements Work<Double> {

  SettingsWork {
    names = new ArrayList<>(names);
    values = new ArrayList<>(values);
  }

  static SettingsWork of(TrialFunction function, Configuration configuration) {
    return new SettingsWork(
        function,
        List.copyOf(configuration.values().keySet()),
        configuration.values().values().stream().map(SettingsWork::plain).toList());
  }

  @Override
  public Double run() throws Exception {
    return function.evaluate(configuration());
  }

  Configuration configuration() {
    Configuration configuration = Configuration.empty();
    for (int i = 0; i < names.size(); i++) {
      configuration = configuration.with(names.get(i), value(values.get(i)));
    }
    return configuration;
  }

  private static Serializable plain(Value value) {
    if (value instanceof Value.Real real) {
      return real.number();
    }
    if (value instanceof Value.Whole whole) {
      return whole.number();
    }
    return value instanceof Value.Flag flag ? (Serializable) flag.on() : value.toString();
  }

  private static Value value(Serializable plain) {
    if (plain instanceof Double number) {
      return new Value.Real(number);
    }
    if (plain instanceof Long number) {
      return new Value.Whole(number);
    }
    return plain instanceof Boolean on ? new Value.Flag(on) : new Value.Text((String) plain);
  }
}
