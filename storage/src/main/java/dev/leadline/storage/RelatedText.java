package dev.leadline.storage;

import dev.leadline.space.Configuration;
import dev.leadline.space.Parameter;
import dev.leadline.space.Value;
import dev.leadline.storage.problem.Csv;
import dev.leadline.storage.problem.Csv.Cell;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Goals;
import dev.leadline.study.Measurements;
import dev.leadline.study.RelatedStudy;
import dev.leadline.study.Relative;
import dev.leadline.study.Strategies;
import dev.leadline.study.Study;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Earlier studies as texts that another one keeps, so that it needs no source any more. */
public final class RelatedText {

  /* The name, its problem, an empty line, and a table of the trials that are over: state, value,
  reason, then a column for each input, then one for whatever else was measured. */

  private static final int FIXED = 3;

  private RelatedText() {}

  static Attachment write(RelatedStudy study) {
    List<String> inputs = study.space().parameters().stream().map(Parameter::name).toList();
    List<String> metrics =
        study.trials().stream()
            .flatMap(trial -> trial.measurements().values().keySet().stream())
            .collect(Collectors.toCollection(TreeSet::new))
            .stream()
            .toList();
    List<String> lines = new ArrayList<>(List.of(study.name(), problem(study).canonicalText()));
    lines.add(line(Stream.of(List.of("state", "value", "reason"), inputs, metrics)));
    for (Trial trial : study.trials()) {
      if (trial.state() != TrialState.RUNNING) {
        Map<String, Value> settings = trial.configuration().values();
        lines.add(
            line(
                Stream.of(
                    List.of(trial.state(), trial.value(), trial.reason()),
                    inputs.stream().map(name -> settings.getOrDefault(name, null)).toList(),
                    metrics.stream().map(trial.measurements().values()::get).toList())));
      }
    }
    return new Attachment(Attachment.Kind.RELATED, StoredText.of(String.join("\n", lines)));
  }

  /** The earlier studies among what a study keeps. */
  public static List<RelatedStudy> all(List<Attachment> attachments) {
    return attachments.stream()
        .filter(attachment -> attachment.kind() == Attachment.Kind.RELATED)
        .map(attachment -> read(attachment.text()))
        .toList();
  }

  /** Those of which a study of this problem can still learn: its space may have changed. */
  public static List<RelatedStudy> all(List<Attachment> attachments, Problem problem) {
    return all(attachments).stream().filter(study -> isLearnable(study, problem)).toList();
  }

  /** What a study with these trials has learnt of the earlier ones that it keeps. */
  public static List<Relative> relatives(
      List<Attachment> attachments, Problem problem, List<Trial> trials) {
    List<RelatedStudy> related = all(attachments, problem);
    if (related.isEmpty()) {
      return List.of();
    }
    StudySetup setup = StudySetup.of(problem).related(related);
    try (Study study = setup.study(Strategies.committee())) {
      trials.forEach(study::record);
      return study.relatives();
    }
  }

  private static boolean isLearnable(RelatedStudy study, Problem problem) {
    try {
      return !study.match(problem.space(), problem.wanted()).study().trials().isEmpty();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  static RelatedStudy read(String text) {
    int name = text.indexOf('\n');
    int table = text.indexOf("\n\n");
    Problem problem = Problem.parseUnconstrained(text.substring(name + 1, table + 1));
    List<List<Cell>> rows = Csv.rows("an earlier study", text.substring(table + 2));
    List<Trial> trials = new ArrayList<>();
    for (List<Cell> row : rows.subList(1, rows.size())) {
      trials.add(trial(trials.size(), row, rows.get(0), problem.space().parameters()));
    }
    return new RelatedStudy(text.substring(0, name), problem.space(), problem.wanted(), trials);
  }

  private static Trial trial(
      int number, List<Cell> row, List<Cell> heading, List<Parameter> parameters) {
    Map<String, Value> settings = new LinkedHashMap<>();
    for (int i = 0; i < parameters.size(); i++) {
      Cell cell = row.get(FIXED + i);
      if (!cell.isMissing()) {
        settings.put(parameters.get(i).name(), parameters.get(i).parse(cell.text()));
      }
    }
    Measurements measured = Measurements.none();
    for (int i = FIXED + parameters.size(); i < row.size(); i++) {
      if (!row.get(i).isMissing()) {
        measured = measured.with(heading.get(i).text(), Double.parseDouble(row.get(i).text()));
      }
    }
    Configuration configuration = Configuration.of(settings);
    double value = Double.parseDouble(row.get(1).text());
    return switch (TrialState.valueOf(row.get(0).text())) {
      case COMPLETED -> Trial.completed(number, configuration, value, measured);
      case STOPPED -> Trial.stopped(number, configuration, value, row.get(2).text());
      case FAILED -> Trial.failed(number, configuration, row.get(2).text());
      case RUNNING -> Trial.running(number, configuration);
    };
  }

  private static Problem problem(RelatedStudy study) {
    Problem one =
        new Problem(study.space(), study.goals().get(0).direction(), study.goals().get(0).metric());
    return study.goals().size() == 1 ? one : one.with(new Goals(study.goals(), Map.of()));
  }

  private static String line(Stream<List<?>> parts) {
    return parts
        .flatMap(List::stream)
        .map(cell -> Cell.format(cell == null ? null : cell.toString()))
        .collect(Collectors.joining(","));
  }
}
