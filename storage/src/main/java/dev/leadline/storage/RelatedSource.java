package dev.leadline.storage;

import dev.leadline.space.Configuration;
import dev.leadline.space.Parameter;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceBuilder;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.RelatedStudy;
import dev.leadline.study.Trial;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads studies and tables as earlier studies, for another study to learn from. */
public final class RelatedSource {

  private RelatedSource() {}

  /**
   * An earlier study as it was read.
   *
   * @param name what it is called when something is said of it
   */
  public static RelatedStudy of(String name, StudySnapshot study) {
    Problem problem = Problem.parseUnconstrained(study.header().space());
    return of(
        name,
        problem,
        study.trials().stream()
            .map(trial -> trial.record(problem.space()))
            .flatMap(Optional::stream)
            .toList());
  }

  /** An earlier study with these trials. */
  public static RelatedStudy of(String name, Problem problem, List<Trial> trials) {
    return new RelatedStudy(name, problem.space(), problem.wanted(), trials);
  }

  /**
   * A table of comma-separated values as an earlier study with the goals of a problem: all columns
   * are inputs that can be some; see {@link KnownResults#ofTable}.
   */
  public static RelatedStudy ofTable(String name, Path file, Problem problem) {
    KnownTable table = KnownResults.table(file, problem);
    SpaceBuilder space = Space.builder();
    List<String> inputs = new ArrayList<>();
    table
        .inputs()
        .forEach(
            (input, options) -> {
              inputs.add(input);
              space.choice(input, options.toArray(String[]::new));
            });
    if (inputs.isEmpty()) {
      throw new RefusedException(
          "expected a table with a column for an input of this study (%s) but '%s' has none; leave it out"
              .formatted(
                  String.join(
                      ", ", problem.space().parameters().stream().map(Parameter::name).toList()),
                  name));
    }
    List<Trial> trials = new ArrayList<>();
    for (KnownResult result : table.results()) {
      Configuration settings = Configuration.empty();
      for (Map.Entry<String, String> setting : result.settings().entrySet()) {
        settings = settings.with(setting.getKey(), setting.getValue());
      }
      trials.add(
          result.reason() == null
              ? Trial.completed(trials.size(), settings, result.valueOrNaN(), result.measurements())
              : Trial.failed(trials.size(), settings, result.reason()));
    }
    return new RelatedStudy(name, space.build(), problem.wanted(), trials);
  }
}
