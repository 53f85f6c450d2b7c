package dev.leadline.server.api;

import dev.leadline.client.json.Fields;
import dev.leadline.search.NoiseKind;
import dev.leadline.server.json.StudyDocument;
import dev.leadline.server.open.OpenStudies;
import dev.leadline.server.open.OpenStudy;
import dev.leadline.server.open.StudyState;
import dev.leadline.server.route.Answer;
import dev.leadline.server.route.Call;
import dev.leadline.server.route.ProblemException;
import dev.leadline.server.route.Route;
import dev.leadline.server.route.Status;
import dev.leadline.storage.Budget;
import dev.leadline.storage.RefusedException;
import dev.leadline.storage.RelatedSource;
import dev.leadline.storage.StoredStudy;
import dev.leadline.storage.StudyPhase;
import dev.leadline.storage.StudySetup;
import dev.leadline.storage.problem.Problem;
import dev.leadline.storage.problem.SpaceFile;
import dev.leadline.storage.problem.StudyDescription;
import dev.leadline.study.RelatedStudy;
import dev.leadline.study.Strategies;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What can be done with whole studies. */
final class StudyActions {

  /**
   * More would take a suggestion longer than anybody waits; nobody has measured how well it works.
   */
  private static final int MOST_PARAMETERS = 200;

  /** Each option of a choice takes a coordinate; more do not fit into the memory of a server. */
  private static final int MOST_COORDINATES = 2000;

  private static final int MOST_TRIALS = 1_000_000;

  private final OpenStudies open;

  StudyActions(OpenStudies open) {
    this.open = open;
  }

  Answer list(Call call) {
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    ArrayNode studies = answer.putArray("studies");
    open.all().forEach(state -> studies.add(StudyDocument.summary(state)));
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
    return Answer.of(Status.CREATED, document(name));
  }

  /** Creates it; of those who do so at the same time one succeeds. */
  private void add(String name, StudySetup setup) {
    try {
      open.studies().create(name, setup.header());
    } catch (RefusedException e) {
      if (open.studies().find(name).isEmpty()) {
        throw e;
      }
      throw new ProblemException(
          Status.CONFLICT,
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

  /** Gives a study another budget. */
  Answer change(Call call) {
    int trials = call.fields("trials").whole("trials", 1, MOST_TRIALS);
    StudyState state = look(call.study());
    Budget.Counting counting =
        state.header().budget().map(Budget::counting).orElse(Budget.Counting.ALL);
    open.studies().setBudget(call.study(), Optional.of(new Budget(trials, counting)));
    return show(call);
  }

  Answer delete(Call call) {
    look(call.study());
    open.studies().delete(call.study());
    open.close(call.study());
    return Answer.nothing();
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

  OpenStudy find(String name) {
    return open.find(name)
        .orElseThrow(
            () ->
                new ProblemException(
                    Status.NOT_FOUND,
                    "there is no study '%s'; create it with POST /api/v1/studies".formatted(name)));
  }

  StudyState look(String name) {
    return find(name).look();
  }

  private StudySetup setup(Fields fields) {
    StudyDescription description =
        SpaceFile.describe("space", fields.json("space"), Optional.empty()).fromBaseline();
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
    return attempts.isPresent() ? setup.maxDeaths(attempts.getAsInt()) : setup;
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
