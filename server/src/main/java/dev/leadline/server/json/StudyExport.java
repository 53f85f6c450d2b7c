package dev.leadline.server.json;

import dev.leadline.client.json.FrontJson;
import dev.leadline.client.json.ResultJson;
import dev.leadline.client.json.SettingsJson;
import dev.leadline.early.Curve;
import dev.leadline.search.NoiseKind;
import dev.leadline.server.open.StudyState;
import dev.leadline.space.Space;
import dev.leadline.storage.Attachment;
import dev.leadline.storage.Confirmation;
import dev.leadline.storage.Drift;
import dev.leadline.storage.Measurement.Subject;
import dev.leadline.storage.RelatedText;
import dev.leadline.storage.StoredState;
import dev.leadline.storage.StoredTrial;
import dev.leadline.storage.StudyHeader;
import dev.leadline.storage.StudySnapshot;
import dev.leadline.storage.TableColumn;
import dev.leadline.storage.problem.Baseline;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Front;
import dev.leadline.study.Recommendation;
import dev.leadline.study.Relative;
import dev.leadline.study.Trial;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A whole study for other programs: as one JSON object, or its trials as lines (RFC 4180). */
public final class StudyExport {

  private StudyExport() {}

  /**
   * Writes a study as JSON.
   *
   * @param command the command that uses the settings of a trial, where one is tuned
   */
  public static ObjectNode json(
      String name,
      StudySnapshot snapshot,
      Problem problem,
      Optional<Trial> best,
      Optional<Recommendation> recommended,
      IntFunction<Optional<String>> command) {
    boolean isNoisy = snapshot.header().noise() != NoiseKind.NONE;
    ObjectNode study = head(name, snapshot.header(), problem);
    related(study, problem, snapshot.attachments(), snapshot.trials());
    measured(study, problem, snapshot.attachments(), snapshot.trials());
    ArrayNode trials = study.putArray("trials");
    snapshot.trials().forEach(trial -> trials.add(trial(problem, trial)));
    front(snapshot).ifPresent(front -> study.set("front", front(front, command)));
    baseline(problem, snapshot.trials())
        .ifPresent(
            today ->
                study.set(
                    "baseline",
                    baseline(
                        today,
                        isNoisy
                            ? recommended.stream().mapToDouble(Recommendation::median).findFirst()
                            : best.stream().mapToDouble(Trial::value).findFirst())));
    headline(study, isNoisy, best.isPresent());
    best.ifPresent(
        trial -> {
          ObjectNode node = study.putObject("best").put("trial", trial.number());
          new ResultJson(trial.value(), trial.measurements()).addTo(node, problem.objective());
          node.set("params", SettingsJson.write(trial.configuration()));
          command.apply(trial.number()).ifPresent(text -> node.put("command", text));
        });
    recommended.ifPresent(
        trial -> {
          ObjectNode node = study.putObject("recommendation").put("trial", trial.trial());
          node.put("median", trial.median()).put("low", trial.low()).put("high", trial.high());
          node.set("params", SettingsJson.write(trial.configuration()));
          command.apply(trial.trial()).ifPresent(text -> node.put("command", text));
        });
    return study;
  }

  /** Says which result to name first: under noise the best value is partly luck. */
  static void headline(ObjectNode node, boolean isNoisy, boolean hasBest) {
    if (hasBest) {
      node.put("headline", isNoisy ? "recommendation" : "best");
    }
  }

  /** The earlier studies that a study learns from, if there are any. */
  static void related(
      ObjectNode node, Problem problem, List<Attachment> attachments, List<StoredTrial> trials) {
    List<Relative> relatives =
        RelatedText.relatives(attachments, problem, records(problem, trials));
    if (!relatives.isEmpty()) {
      ArrayNode studies = node.putArray("related");
      for (Relative relative : relatives) {
        ObjectNode study = studies.addObject().put("name", relative.name());
        study.put("matched", relative.matched()).put("observations", relative.observations());
        relative.likeness().ifPresent(likeness -> study.put("likeness", likeness));
      }
    }
  }

  /**
   * What was measured after the search, if anything was: see {@link Confirmation}, {@link Drift}.
   */
  static void measured(
      ObjectNode node, Problem problem, List<Attachment> attachments, List<StoredTrial> trials) {
    Confirmation.last(problem, attachments)
        .ifPresent(
            confirmation -> {
              ObjectNode found = node.putObject("confirmation");
              found.put("begun", confirmation.begun().toString());
              measured(found.putObject("baseline"), confirmation, Subject.BASELINE);
              for (Subject subject : confirmation.subjects()) {
                ObjectNode one = found.putObject(subject.name().toLowerCase(Locale.ROOT));
                measured(one, confirmation, subject);
                confirmation
                    .gain(subject)
                    .ifPresent(
                        gain ->
                            one.put("gain", gain.mean())
                                .put("low", gain.low())
                                .put("high", gain.high())
                                .put("relative", confirmation.isRelative(subject))
                                .put("proven", gain.isProven()));
              }
              confirmation.lines().forEach(found.putArray("words")::add);
            });
    Drift.of(baseline(problem, trials), attachments)
        .ifPresent(
            drift -> {
              ObjectNode found = node.putObject("drift").put("words", drift.words());
              drift.values().forEach(found.putArray("values")::add);
              drift.after().forEach(found.putArray("after")::add);
              drift.change().ifPresent(change -> found.put("proven", change.isProven()));
            });
  }

  private static void measured(ObjectNode node, Confirmation confirmation, Subject subject) {
    confirmation.trial(subject).ifPresent(trial -> node.put("trial", trial));
    confirmation.mean(subject).ifPresent(mean -> node.put("mean", mean));
    confirmation.values(subject).values().forEach(node.putArray("values")::add);
  }

  private static List<Trial> records(Problem problem, List<StoredTrial> trials) {
    return trials.stream().flatMap(trial -> trial.record(problem.space()).stream()).toList();
  }

  private static ObjectNode front(Front front, IntFunction<Optional<String>> command) {
    ObjectNode node = FrontJson.write(front);
    for (JsonNode trial : node.get("trials")) {
      command
          .apply(trial.get("trial").intValue())
          .ifPresent(text -> ((ObjectNode) trial).put("command", text));
    }
    return node;
  }

  /** The settings of today among the trials of a study. */
  static Optional<Baseline> baseline(Problem problem, List<StoredTrial> trials) {
    return Baseline.of(problem, records(problem, trials));
  }

  /**
   * The settings of today: the first trial with them, their value, and by which part of it the best
   * one is better.
   */
  static ObjectNode baseline(Baseline baseline, OptionalDouble best) {
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("trial", baseline.trial());
    node.set("params", SettingsJson.write(baseline.trials().get(0).configuration()));
    baseline.value().ifPresent(value -> node.put("value", value));
    best.stream()
        .mapToObj(baseline::gain)
        .flatMapToDouble(OptionalDouble::stream)
        .forEach(gain -> node.put("gain", gain));
    return node;
  }

  /** The settings of a trial; as texts where it is not in the space any more. */
  static ObjectNode params(Space space, StoredTrial trial) {
    return trial
        .configuration(space)
        .map(SettingsJson::write)
        .orElseGet(
            () -> {
              ObjectNode texts = JsonNodeFactory.instance.objectNode();
              trial.settings().forEach(texts::put);
              return texts;
            });
  }

  /**
   * The trials in lines of comma-separated cells, the first with their names; where there are
   * several goals a column says which are on the front.
   */
  public static List<String> csv(StudySnapshot snapshot, CsvForm form) {
    List<StoredTrial> trials = snapshot.trials();
    Set<String> names = new LinkedHashSet<>();
    Set<String> metrics = new LinkedHashSet<>();
    trials.forEach(trial -> names.addAll(trial.settings().keySet()));
    trials.forEach(trial -> metrics.addAll(trial.measurements().values().keySet()));
    List<Function<StoredTrial, @Nullable String>> cells = new ArrayList<>();
    List<String> heading = new ArrayList<>();
    BiConsumer<String, Function<StoredTrial, @Nullable String>> column =
        (name, cell) -> {
          heading.add(name);
          cells.add(cell);
        };
    column.accept(TableColumn.TRIAL.heading(), trial -> Integer.toString(trial.number()));
    column.accept(
        TableColumn.STATE.heading(), trial -> trial.state().name().toLowerCase(Locale.ROOT));
    column.accept(TableColumn.VALUE.heading(), StudyExport::value);
    metrics.forEach(
        metric ->
            column.accept(
                TableColumn.ofMetric(metric, names),
                trial -> text(trial.measurements().values().get(metric))));
    baseline(Problem.parseReadable(snapshot.header().space()), trials)
        .ifPresent(
            today ->
                column.accept(
                    TableColumn.BASELINE.heading(),
                    trial -> today.has(trial.number()) ? "yes" : "no"));
    front(snapshot)
        .ifPresent(
            front ->
                column.accept(
                    TableColumn.FRONT.heading(),
                    trial -> front.has(trial.number()) ? "yes" : "no"));
    names.forEach(name -> column.accept(name, trial -> trial.settings().get(name)));
    column.accept(TableColumn.REASON.heading(), StoredTrial::reason);
    column.accept(TableColumn.ATTEMPTS.heading(), trial -> Integer.toString(trial.attempts()));
    column.accept(TableColumn.CREATED.heading(), trial -> trial.created().toString());
    column.accept(TableColumn.FINISHED.heading(), trial -> text(trial.finished()));
    column.accept(TableColumn.SECONDS.heading(), StudyExport::seconds);
    column.accept(TableColumn.OUTPUT.heading(), StoredTrial::output);
    if (trials.stream().anyMatch(trial -> !trial.curve().isEmpty())) {
      column.accept(TableColumn.CURVE.heading(), StudyExport::curve);
    }
    return Stream.concat(
            Stream.of(heading),
            trials.stream().map(trial -> cells.stream().map(cell -> cell.apply(trial)).toList()))
        .map(row -> row.stream().map(form::write).collect(Collectors.joining(",")))
        .toList();
  }

  private static Optional<Front> front(StudySnapshot snapshot) {
    return StudyState.of("", snapshot).front();
  }

  private static ObjectNode head(String name, StudyHeader header, Problem problem) {
    ObjectNode study = JsonNodeFactory.instance.objectNode().put("study", name);
    study.put("goal", problem.direction().name().toLowerCase(Locale.ROOT));
    study.put("objective", problem.objective());
    ArrayNode space = study.putArray("space");
    header.space().lines().skip(1).forEach(space::add);
    study.put("command", header.command());
    study.put("strategy", header.strategy());
    study.put("seed", header.seed());
    header.budget().ifPresent(budget -> study.put("budget", budget.trials()));
    ArrayNode changes = study.putArray("changes");
    header.changes().forEach(changes::add);
    return study;
  }

  /**
   * Adds the value of a trial and what else was measured, or what was to be expected of a stopped
   * one, and its curve, where there is any.
   */
  static void result(ObjectNode node, Problem problem, StoredTrial trial) {
    if (trial.state() == StoredState.STOPPED) {
      node.put("expected", trial.valueOrNaN());
    } else if (trial.value() != null) {
      new ResultJson(trial.value(), trial.measurements()).addTo(node, problem.objective());
    }
    Curve curve = trial.curve();
    if (!curve.isEmpty()) {
      ArrayNode reports = node.putArray("curve");
      for (int i = 0; i < curve.size(); i++) {
        reports.addArray().add(curve.step(i)).add(curve.value(i));
      }
    }
  }

  /** One trial; what it does not have is left out. */
  static ObjectNode trial(Problem problem, StoredTrial trial) {
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("trial", trial.number());
    node.put("state", trial.state().name().toLowerCase(Locale.ROOT));
    if (!trial.settings().isEmpty()) { // what was salvaged may have none
      node.set("params", params(problem.space(), trial));
    }
    result(node, problem, trial);
    if (trial.reason() != null) {
      node.put("reason", trial.reason());
    }
    node.put("attempts", trial.attempts()).put("created", trial.created().toString());
    if (trial.finished() != null) {
      node.put("finished", trial.finished().toString());
    }
    if (trial.output() != null) {
      node.put("output", trial.output());
    }
    return node;
  }

  private static @Nullable String value(StoredTrial trial) {
    return trial.state() == StoredState.STOPPED ? null : text(trial.value());
  }

  private static @Nullable String seconds(StoredTrial trial) {
    return trial.finished() == null
        ? null
        : Double.toString(Duration.between(trial.created(), trial.finished()).toMillis() / 1000.0);
  }

  private static @Nullable String curve(StoredTrial trial) {
    return trial.curve().isEmpty() ? null : trial.curve().toString();
  }

  private static @Nullable String text(@Nullable Object value) {
    return value == null ? null : value.toString();
  }
}
