package dev.leadline.server.json;

import dev.leadline.client.json.SpaceJson;
import dev.leadline.search.NoiseKind;
import dev.leadline.server.open.StudyState;
import dev.leadline.storage.Attachment;
import dev.leadline.storage.Budget;
import dev.leadline.storage.StoredState;
import dev.leadline.storage.StoredTrial;
import dev.leadline.storage.StudyHeader;
import dev.leadline.storage.StudyPhase;
import dev.leadline.storage.TrialRow;
import dev.leadline.storage.problem.Problem;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Studies and trials as JSON, for clients and for the page. */
public final class StudyDocument {

  private static final String REQUIRE = "require ";
  private static final int MOST_STEPS = 40;

  private StudyDocument() {}

  /** A study at a glance. */
  public static ObjectNode summary(StudyState state) {
    Problem problem = state.problem();
    StudyHeader header = state.header();
    boolean isNoisy = header.noise() == NoiseKind.UNKNOWN;
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("name", state.name());
    node.put("state", state.activity()).put("phase", phase(state.phase()));
    node.put("goal", problem.direction().name().toLowerCase(Locale.ROOT));
    node.put("objective", problem.objective());
    node.put("strategy", header.strategy()).put("seed", header.seed());
    header
        .budget()
        .map(Budget::trials)
        .ifPresentOrElse(n -> node.put("budget", n), () -> node.putNull("budget"));
    problem.several().ifPresent(goals -> node.put("goals", goals.words()));
    state.front().ifPresent(front -> node.put("front", front.trials().size()));
    ObjectNode counts = node.putObject("counts");
    state.counts().forEach((where, count) -> counts.put(word(where), count));
    state
        .best()
        .ifPresentOrElse(best -> node.set("best", best(problem, best)), () -> node.putNull("best"));
    StudyExport.baseline(problem, state.trials())
        .ifPresent(
            today ->
                node.set(
                    "baseline",
                    StudyExport.baseline(
                        today,
                        state.best().stream()
                            .filter(best -> !isNoisy) // whose best value is partly luck
                            .mapToDouble(StoredTrial::valueOrNaN)
                            .findFirst())));
    StudyExport.headline(node, isNoisy, state.best().isPresent());
    first(state).ifPresent(moment -> node.put("created", moment.toString()));
    last(state).ifPresent(moment -> node.put("changed", moment.toString()));
    return node.put("change", state.change());
  }

  /**
   * A study and what it is about.
   *
   * @param attachments the texts that it keeps
   */
  public static ObjectNode study(StudyState state, List<Attachment> attachments) {
    Problem problem = state.problem();
    StudyHeader header = state.header();
    ObjectNode node = summary(state);
    ObjectNode space =
        SpaceJson.write(
            problem.space(),
            problem.direction(),
            problem.objective(),
            problem.several(),
            problem.limits());
    constraints(header, space);
    problem.early().ifPresent(early -> space.put("early", early.toString()));
    node.set("space", space);
    node.put("noisy", header.noise() == NoiseKind.UNKNOWN);
    node.put(
        "countFailed", header.budget().map(b -> b.counting() == Budget.Counting.ALL).orElse(true));
    header
        .maxDeaths()
        .ifPresentOrElse(n -> node.put("attempts", n), () -> node.putNull("attempts"));
    node.put("command", header.command());
    ArrayNode changes = node.putArray("changes");
    header.changes().forEach(changes::add);
    StudyExport.related(node, problem, attachments, state.trials());
    StudyExport.measured(node, problem, attachments, state.trials());
    tags(node, attachments);
    String notes = Attachment.last(attachments, Attachment.Kind.NOTES);
    if (!notes.isEmpty()) {
      node.put("notes", notes);
    }
    ObjectNode ofTrials = node.putObject("trialNotes");
    attachments.stream()
        .filter(attachment -> attachment.kind() == Attachment.Kind.TRIAL_NOTES)
        .map(attachment -> attachment.text().split("\n", 2))
        .forEach(parts -> ofTrials.put(parts[0], parts[1]));
    return node;
  }

  /** Adds the labels of a study, if it has any. */
  public static void tags(ObjectNode node, List<Attachment> attachments) {
    String tags = Attachment.last(attachments, Attachment.Kind.TAGS);
    if (!tags.isEmpty()) {
      ArrayNode list = node.putArray("tags");
      tags.lines().forEach(list::add);
    }
  }

  /** Adds how the best value came about, in a few steps, to a study at a glance. */
  public static ObjectNode trend(ObjectNode node, StudyState state) {
    List<Double> best = state.bestSoFar();
    ArrayNode trend = node.putArray("trend");
    int steps = Math.min(best.size(), MOST_STEPS);
    for (int i = 0; i < steps; i++) {
      trend.add(best.get((int) ((long) (i + 1) * best.size() / steps) - 1));
    }
    return node;
  }

  /** One trial; what it does not have is left out. */
  public static ObjectNode trial(Problem problem, TrialRow row) {
    StoredTrial trial = row.trial();
    ObjectNode node = StudyExport.trial(problem, trial);
    if (trial.state() != StoredState.DELETED && trial.record(problem.space()).isEmpty()) {
      node.put("aside", true); // the space was changed
    }
    row.lease()
        .ifPresent(
            lease -> {
              node.put("started", lease.claimed().toString()).put("worker", lease.worker());
              if (trial.state() == StoredState.RUNNING) {
                node.put("leaseUntil", lease.until().toString());
              }
            });
    return node.put("change", row.changed());
  }

  /**
   * All trials by number.
   *
   * @param since only those that changed after this change
   */
  public static ArrayNode trials(StudyState state, long since) {
    Problem problem = state.problem();
    ArrayNode nodes = JsonNodeFactory.instance.arrayNode();
    state.rows().stream()
        .filter(row -> row.changed() > since)
        .forEach(row -> nodes.add(trial(problem, row)));
    return nodes;
  }

  /** The best trial: its number, its settings and its value. */
  public static ObjectNode best(Problem problem, StoredTrial best) {
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("trial", best.number());
    node.set("params", StudyExport.params(problem.space(), best));
    StudyExport.result(node, problem, best);
    return node;
  }

  private static void constraints(StudyHeader header, ObjectNode space) {
    var words = header.space().lines().filter(line -> line.startsWith(REQUIRE)).toList();
    if (!words.isEmpty()) {
      ArrayNode require = space.putArray("require");
      words.forEach(line -> require.add(line.substring(REQUIRE.length())));
    }
  }

  private static String phase(StudyPhase phase) {
    return phase.name().toLowerCase(Locale.ROOT);
  }

  private static String word(StoredState state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  private static Optional<Instant> first(StudyState state) {
    return state.trials().stream().map(StoredTrial::created).min(Instant::compareTo);
  }

  private static Optional<Instant> last(StudyState state) {
    return state.trials().stream()
        .flatMap(
            trial ->
                Stream.ofNullable(trial.finished() == null ? trial.created() : trial.finished()))
        .max(Instant::compareTo);
  }
}
