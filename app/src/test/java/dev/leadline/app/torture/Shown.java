package dev.leadline.app.torture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The trials of a study with one parameter that have a value, as {@code show --csv} prints them.
 *
 * @param rows number, state, value, setting and more, by number
 */
record Shown(Map<Integer, List<String>> rows) {

  static Shown of(Program program, Path directory, String study)
      throws IOException, InterruptedException {
    Program.Result result = program.run(directory, List.of("show", study, "--csv"));
    if (result.code() != 0) {
      throw new IOException("a killed study cannot be shown: " + result.err().strip());
    }
    Map<Integer, List<String>> rows = new HashMap<>();
    result
        .out()
        .lines()
        .skip(1)
        .map(line -> List.of(line.split(",")))
        .filter(fields -> fields.get(1).equals("done"))
        .forEach(fields -> rows.put(Integer.valueOf(fields.get(0)), fields));
    return new Shown(rows);
  }

  Optional<Double> value(int trial) {
    return Optional.ofNullable(rows.get(trial)).map(fields -> Double.valueOf(fields.get(2)));
  }

  Optional<Double> setting(int trial) {
    return Optional.ofNullable(rows.get(trial)).map(fields -> Double.valueOf(fields.get(3)));
  }
}
