package dev.leadline.server.api;

import dev.leadline.client.json.FieldException;
import dev.leadline.client.json.Fields;
import dev.leadline.search.NoiseKind;
import dev.leadline.server.json.StudyDocument;
import dev.leadline.server.open.OpenStudies;
import dev.leadline.server.open.OpenStudy;
import dev.leadline.server.open.StudyState;
import dev.leadline.server.route.Answer;
import dev.leadline.server.route.Call;
import dev.leadline.server.route.Route;
import dev.leadline.server.route.Status;
import dev.leadline.storage.Attachment;
import dev.leadline.storage.Budget;
import dev.leadline.storage.RefusedException;
import dev.leadline.storage.RelatedSource;
import dev.leadline.storage.StoredState;
import dev.leadline.storage.StoredStudy;
import dev.leadline.storage.Studies;
import dev.leadline.storage.StudyPhase;
import dev.leadline.storage.StudySetup;
import dev.leadline.storage.StudyStore;
import dev.leadline.storage.problem.Problem;
import dev.leadline.storage.problem.SpaceFile;
import dev.leadline.storage.problem.StudyDescription;
import dev.leadline.study.RelatedStudy;
import dev.leadline.study.Strategies;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What can be done with whole studies. */
record StudyActions(OpenStudies open) {

  /**
   * More would take a suggestion longer than anybody waits; nobody has measured how well it works.
   */
  private static final int MOST_PARAMETERS = 200;

  /** Each option of a choice takes a coordinate; more do not fit into the memory of a server. */
  private static final int MOST_COORDINATES = 2000;

  private static final int MOST_TRIALS = 1_000_000;
  private static final int MOST_NOTES = 20_000;
  private static final int MOST_TAGS = 20;
  private static final int LONGEST_TAG = 40;

  Answer list(Call call) {
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    ArrayNode studies = answer.putArray("studies");
    for (StudyState state : open.all()) {
      ObjectNode study = StudyDocument.summary(state);
      open.find(state.name())
          .ifPresent(found -> StudyDocument.tags(study, found.store().attachments()));
      studies.add(StudyDocument.trend(study, state));
    }
    return Answer.of(answer);
  }

  Answer create(Call call) {
    Fields fields =
        call.fields(
            "name",
            "space",
            "trials",
            "seed",
            "strategy",
            "noisy",
            "countFailed",
            "attempts",
            "related");
    String name = fields.text("name");
    StudySetup setup = setup(fields);
    add(name, setup);
    boolean isPrepared = !setup.start().isEmpty() || !setup.related().isEmpty();
    if (isPrepared) { // to open it so queues what is to be tried first, and keeps what is learnt
      // from
      Clock clock = Clock.systemUTC();
      StoredStudy.open(open.studies().open(name), setup, Strategies.random(), clock).close();
    }
    return new Answer.Document(
        Status.CREATED,
        "application/json",
        document(name).toString(),
        Map.of("Location", "/api/v1/studies/" + name));
  }

  /** Creates it; of those who do so at the same time one succeeds. */
  private void add(String name, StudySetup setup) {
    try {
      open.studies().create(name, setup.header());
    } catch (RefusedException e) {
      if (open.studies().find(name).isEmpty()) {
        throw e;
      }
      throw Status.CONFLICT.problem(
          "there is a study '%s' already; take another name or delete it".formatted(name));
    }
  }

  Answer show(Call call) {
    return Answer.of(document(call.study()));
  }

  private ObjectNode document(String name) {
    OpenStudy study = find(name);
    return StudyDocument.study(study.look(), study.store().attachments());
  }

  /** Gives a study another budget, other tags or notes, or another name. */
  Answer change(Call call) {
    Fields fields = call.fields("trials", "tags", "notes", "trialNotes", "name");
    OpenStudy study = find(call.study());
    OptionalInt trials = fields.optionalWhole("trials", 1, MOST_TRIALS);
    Optional<String> tags = tags(fields);
    Optional<String> notes = fields.optionalText("notes");
    Optional<String> name = fields.optionalText("name");
    Map<Integer, String> trialNotes = trialNotes(fields, study.look());
    Stream.concat(notes.stream(), trialNotes.values().stream()).forEach(StudyActions::requireShort);
    boolean isText = tags.isPresent() || notes.isPresent() || !trialNotes.isEmpty();
    if (trials.isEmpty() && !isText && name.isEmpty()) {
      throw new FieldException(
          "expected trials, tags, notes, trialNotes or a name but got none of them");
    }
    if (trials.isPresent()) {
      Budget.Counting counting =
          study.look().header().budget().map(Budget::counting).orElse(Budget.Counting.ALL);
      open.studies().setBudget(call.study(), Optional.of(new Budget(trials.getAsInt(), counting)));
    }
    tags.ifPresent(text -> study.store().attach(new Attachment(Attachment.Kind.TAGS, text)));
    notes.ifPresent(text -> study.store().attach(new Attachment(Attachment.Kind.NOTES, text)));
    trialNotes.forEach(
        (trial, text) ->
            study.store().attach(new Attachment(Attachment.Kind.TRIAL_NOTES, trial + "\n" + text)));
    if (name.isPresent() && !name.get().equals(call.study())) {
      rename(study.look(), name.get());
    }
    return Answer.of(document(name.orElse(call.study())));
  }

  private static void requireShort(String notes) {
    if (notes.length() > MOST_NOTES) {
      throw new IllegalArgumentException(
          "expected notes of at most %d characters but got %d"
              .formatted(MOST_NOTES, notes.length()));
    }
  }

  private static Map<Integer, String> trialNotes(Fields fields, StudyState state) {
    Map<Integer, String> notes = new TreeMap<>();
    if (fields.has("trialNotes")) {
      for (Map.Entry<String, JsonNode> entry : fields.get("trialNotes").properties()) {
        boolean isTrial =
            entry.getKey().matches("\\d{1,9}")
                && state.row(Integer.parseInt(entry.getKey())).isPresent();
        if (!isTrial || !entry.getValue().isString()) {
          throw new FieldException(
              "expected texts by the numbers of trials in 'trialNotes' but got '%s': %s"
                  .formatted(entry.getKey(), entry.getValue()));
        }
        notes.put(Integer.valueOf(entry.getKey()), entry.getValue().stringValue());
      }
    }
    return notes;
  }

  /** Workers know a study by its name: nobody may be at work. */
  private void rename(StudyState state, String name) {
    if (state.count(StoredState.RUNNING) > 0) {
      throw Status.CONFLICT.problem(
          "expected a study on which nobody works but %d trials are running; pause it first"
              .formatted(state.count(StoredState.RUNNING)));
    }
    if (open.studies().find(name).isPresent()) {
      throw Status.CONFLICT.problem(
          "there is a study '%s' already; take another name".formatted(name));
    }
    open.studies().rename(state.name(), name);
    open.close(state.name());
  }

  /** One a line. */
  private static Optional<String> tags(Fields fields) {
    if (!fields.has("tags")) {
      return Optional.empty();
    }
    JsonNode nodes = fields.get("tags");
    List<String> tags = new ArrayList<>();
    nodes.forEach(node -> tags.add(node.isString() ? node.stringValue().strip() : ""));
    boolean areTags =
        tags.stream().allMatch(tag -> tag.matches("[^\\p{Cntrl}]{1,%d}".formatted(LONGEST_TAG)));
    if (!nodes.isArray() || tags.size() > MOST_TAGS || !areTags) {
      throw new FieldException(
          "expected a list of up to %d tags of 1 to %d characters but got %s"
              .formatted(MOST_TAGS, LONGEST_TAG, nodes));
    }
    return Optional.of(String.join("\n", new LinkedHashSet<>(tags)));
  }

  Answer delete(Call call) {
    look(call.study());
    open.studies().discard(call.study());
    open.close(call.study());
    return Answer.nothing();
  }

  /** What was deleted and can be had back. */
  Answer deleted(Call call) {
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    ArrayNode nodes = answer.putArray("deleted");
    for (Studies.Discarded study : open.studies().discarded()) {
      nodes
          .addObject()
          .put("id", study.id())
          .put("name", study.name())
          .put("deleted", study.moment().toString())
          .put("until", study.moment().plus(OpenStudies.KEPT).toString());
    }
    return Answer.of(answer);
  }

  Answer restore(Call call) {
    call.fields();
    String id = call.part("id");
    if (open.studies().discarded().stream().noneMatch(study -> study.id().equals(id))) {
      throw Status.NOT_FOUND.problem("there is no deleted study '%s' any more".formatted(id));
    }
    try {
      return Answer.of(document(open.studies().restore(id)));
    } catch (RefusedException e) {
      throw Status.CONFLICT.problem(String.valueOf(e.getMessage()));
    }
  }

  /** Pauses a study, ends it, or lets it go on. */
  Route.Action phase(StudyPhase phase) {
    return call -> {
      call.fields();
      look(call.study());
      open.studies().setPhase(call.study(), phase);
      return show(call);
    };
  }

  /** Does what changes a study, and notes in it who did so. */
  Answer noted(Route route, Call call) {
    Answer answer = route.action().answer(call);
    String text = answer instanceof Answer.Document document ? document.text() : "";
    if (text.isEmpty()) {
      return answer; // it was deleted
    }
    JsonNode name = JsonMapper.shared().readTree(text).get("name"); // it may be a new one
    StudyStore store = find(name == null ? call.study() : name.stringValue()).store();
    String path = route.path().replace("{trial}", call.path().getOrDefault("trial", ""));
    store.attach(
        new Attachment(
            Attachment.Kind.AUDIT,
            "%s\n%s\n%s\n%s %s"
                .formatted(
                    Instant.now().truncatedTo(ChronoUnit.MILLIS),
                    call.caller().name(),
                    call.caller().address(),
                    route.method(),
                    path.replaceFirst("/api/v1/studies(/\\{name})?", ""))));
    return answer;
  }

  /** What was noted, the first first. */
  Answer audit(Call call) {
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    ArrayNode changes = answer.putArray("changes");
    for (Attachment attachment : find(call.study()).store().attachments()) {
      if (attachment.kind() == Attachment.Kind.AUDIT) {
        String[] words = attachment.text().split("\n", 4);
        changes
            .addObject()
            .put("time", words[0])
            .put("who", words[1])
            .put("from", words[2])
            .put("what", words[3].strip());
      }
    }
    return Answer.of(answer);
  }

  OpenStudy find(String name) {
    return open.find(name)
        .orElseThrow(
            () ->
                Status.NOT_FOUND.problem(
                    "there is no study '%s'; create it with POST /api/v1/studies".formatted(name)));
  }

  StudyState look(String name) {
    return find(name).look();
  }

  private StudySetup setup(Fields fields) {
    StudyDescription description =
        SpaceFile.describe("space", space(fields), Optional.empty()).fromBaseline();
    Problem problem = description.problem();
    if (problem.canonicalText().indexOf('\0') >= 0) {
      throw new IllegalArgumentException("expected names and options without a NUL character");
    }
    if (problem.space().parameters().size() > MOST_PARAMETERS) {
      throw new IllegalArgumentException(
          "expected at most %d parameters but got %d"
              .formatted(MOST_PARAMETERS, problem.space().parameters().size()));
    }
    if (problem.space().dimensions() > MOST_COORDINATES) {
      throw new IllegalArgumentException(
          "expected at most %d parameters and options of choices together but got %d; use integer or ordinal where they have an order"
              .formatted(MOST_COORDINATES, problem.space().dimensions()));
    }
    StudySetup setup = StudySetup.of(problem).start(description.start());
    setup = setup.related(related(problem, names(fields, description)));
    setup = setup.strategy(strategy(fields));
    setup = setup.seed(fields.optionalLong("seed").orElse(0));
    setup = setup.noise(fields.flag("noisy", false) ? NoiseKind.UNKNOWN : NoiseKind.NONE);
    OptionalInt trials = fields.optionalWhole("trials", 1, MOST_TRIALS);
    boolean isFailedCounted = fields.flag("countFailed", true);
    if (trials.isPresent()) {
      Budget.Counting counting =
          isFailedCounted ? Budget.Counting.ALL : Budget.Counting.WITHOUT_FAILED;
      setup = setup.budget(new Budget(trials.getAsInt(), counting));
    }
    OptionalInt attempts = fields.optionalWhole("attempts", 1, 100);
    return attempts.isPresent() ? setup.deaths(attempts.getAsInt()) : setup;
  }

  /** As JSON, or the text of a space file. */
  private static String space(Fields fields) {
    JsonNode space = fields.get("space");
    return space.isString() ? space.stringValue() : fields.json("space");
  }

  /** The studies to learn from, wherever they are named. */
  private static List<String> names(Fields fields, StudyDescription description) {
    List<String> names = new ArrayList<>(description.related());
    if (fields.has("related")) {
      for (JsonNode name : fields.get("related")) {
        if (!name.isString()) {
          throw new IllegalArgumentException(
              "expected the names of studies in 'related' but got " + name);
        }
        names.add(name.stringValue());
      }
    }
    if (names.size() > RelatedStudy.MOST) {
      throw new IllegalArgumentException(
          "expected at most %d earlier studies but got %d; keep the most alike"
              .formatted(RelatedStudy.MOST, names.size()));
    }
    return names;
  }

  /** Other studies of this server, each with something to learn from. */
  private List<RelatedStudy> related(Problem problem, List<String> names) {
    List<RelatedStudy> studies = new ArrayList<>();
    for (String name : names) {
      RelatedStudy study = RelatedSource.of(name, open.studies().read(name));
      study.match(problem.space(), problem.wanted());
      studies.add(study);
    }
    return studies;
  }

  private static String strategy(Fields fields) {
    String strategy = fields.optionalText("strategy").orElse(Strategies.standardName());
    if (!Strategies.names().contains(strategy)) {
      throw new IllegalArgumentException(
          "expected a strategy of %s but got '%s'".formatted(Strategies.names(), strategy));
    }
    return strategy;
  }
}
