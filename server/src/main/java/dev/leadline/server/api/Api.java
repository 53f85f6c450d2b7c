package dev.leadline.server.api;

import static dev.leadline.server.route.Method.DELETE;
import static dev.leadline.server.route.Method.GET;
import static dev.leadline.server.route.Method.PATCH;
import static dev.leadline.server.route.Method.POST;
import static dev.leadline.server.route.Status.CREATED;
import static dev.leadline.server.route.Status.NO_CONTENT;
import static dev.leadline.server.route.Status.OK;
import static dev.leadline.storage.token.Role.ADMIN;
import static dev.leadline.storage.token.Role.ANYONE;
import static dev.leadline.storage.token.Role.READ;
import static dev.leadline.storage.token.Role.WORK;

import dev.leadline.server.open.OpenStudies;
import dev.leadline.server.route.Answer;
import dev.leadline.server.route.Call;
import dev.leadline.server.route.Method;
import dev.leadline.server.route.OpenApi;
import dev.leadline.server.route.ProblemException;
import dev.leadline.server.route.Route;
import dev.leadline.server.route.Status;
import dev.leadline.storage.RefusedException;
import dev.leadline.storage.StorageException;
import dev.leadline.storage.StudyPhase;
import dev.leadline.storage.token.Role;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** All routes of the server: who may call them, what they take and answer, what they do. */
public final class Api implements AutoCloseable {

  private static final String STUDIES = "/api/v1/studies";
  private static final String STUDY = STUDIES + "/{name}";
  private static final String DELETED = "/api/v1/deleted";

  /** What workers do all the time, and trials tell of. */
  private static final Pattern TRAFFIC =
      Pattern.compile(".*/(ask|tell|report|observe|heartbeat|release|posterior|output)");

  private static final String TRIAL = STUDY + "/trials/{trial}";

  private final OpenStudies open;
  private final StudyActions studies;
  private final Broadcast broadcast;
  private final Metrics metrics;
  private final List<Route> routes = new ArrayList<>();

  public Api(OpenStudies open) {
    this.open = open;
    this.broadcast = new Broadcast(open);
    this.metrics = new Metrics(open, broadcast);
    this.studies = new StudyActions(open);
    server(new ServerActions(open, metrics));
    studies();
    trials(new TrialActions(studies));
    model(new ModelActions(studies));
    exports(new ExportActions(studies, open.studies().location()));
    events();
  }

  public List<Route> routes() {
    return List.copyOf(routes);
  }

  public Metrics metrics() {
    return metrics;
  }

  /** Ends all streams of events. */
  @Override
  public void close() {
    broadcast.close();
    metrics.close();
  }

  private void server(ServerActions server) {
    String text = "text/plain";
    get("/health", ANYONE, "State", "Whether the server runs.", server::health);
    get("/ready", ANYONE, "State", "Whether it can reach its studies.", server::ready);
    get("/metrics", READ, text, "What it counts, for Prometheus.", server::metrics);
    get("/openapi.json", ANYONE, "application/json", "This description.", call -> openApi());
    get("/", ANYONE, "text/html", "The page.", server::index);
    get("/page/<file>", ANYONE, "text/html", "A file of the page.", server::file);
    get("/api/v1/me", READ, "Me", "Who calls, and what it may do.", server::me);
  }

  private void studies() {
    get(STUDIES, READ, "Studies", "All studies.", studies::list);
    add(POST, STUDIES, WORK, "NewStudy", CREATED, "Study", "Creates one.", studies::create);
    get(STUDY, READ, "Study", "One study.", studies::show);
    String change = "Changes budget, tags, notes or name.";
    add(PATCH, STUDY, WORK, "Change", OK, "Study", change, studies::change);
    String delete = "Deletes it; for a day it can be had back.";
    add(DELETE, STUDY, ADMIN, "Empty", NO_CONTENT, "Empty", delete, studies::delete);
    get(DELETED, READ, "Deleted", "What was deleted and can be had back.", studies::deleted);
    String restore = DELETED + "/{id}/restore";
    post(restore, ADMIN, "Empty", "Study", "Takes a deleted study back.", studies::restore);
    phase("pause", "Hands out no trials for now.", StudyPhase.PAUSED);
    phase("resume", "Hands out trials again.", StudyPhase.OPEN);
    phase("end", "Hands out no trials any more.", StudyPhase.ENDED);
    get(STUDY + "/audit", READ, "Audit", "Who changed the study, and when.", studies::audit);
  }

  private void phase(String word, String summary, StudyPhase phase) {
    post(STUDY + "/" + word, WORK, "Empty", "Study", summary, studies.phase(phase));
  }

  private void trials(TrialActions trials) {
    post(STUDY + "/ask", WORK, "Ask", "Asked", "Claims trials.", trials::ask);
    post(STUDY + "/tell", WORK, "Tell", "Trial", "Takes a result.", trials::tell);
    String report = "Takes a value after a step; says whether the trial goes on.";
    post(STUDY + "/report", WORK, "Report", "Reported", report, trials::report);
    String observe = "Adds what was measured elsewhere.";
    add(POST, STUDY + "/observe", WORK, "Observe", CREATED, "Trial", observe, trials::observe);
    post(STUDY + "/heartbeat", WORK, "Heartbeat", "Held", "Keeps a lease.", trials::heartbeat);
    String release = "Gives the trials of a lease back.";
    add(POST, STUDY + "/release", WORK, "Release", NO_CONTENT, "Empty", release, trials::release);
    get(STUDY + "/trials?since", READ, "Trials", "All trials, or those that changed.", trials::all);
    get(TRIAL, READ, "Trial", "One trial.", trials::show);
    add(DELETE, TRIAL, ADMIN, "Reason", OK, "Trial", "Takes it out of the study.", trials::delete);
    String print = "Takes what it prints on the machine of its worker.";
    add(POST, TRIAL + "/output", WORK, "Printed", NO_CONTENT, "Empty", print, trials::print);
    String retry = "Lets a failed trial be tried again.";
    post(TRIAL + "/retry", WORK, "Empty", "Trial", retry, trials::retry);
  }

  private void model(ModelActions model) {
    get(STUDY + "/best", READ, "Best", "The trial with the best value.", model::best);
    String front = "The trials that no other one betters in all goals.";
    get(STUDY + "/front", READ, "Front", front, model::front);
    String recommend = "The trial that the model holds for the best.";
    get(STUDY + "/recommend", READ, "Recommendation", recommend, model::recommend);
    String posterior = "What the model expects of some settings.";
    post(STUDY + "/posterior", READ, "Points", "Predictions", posterior, model::posterior);
    get(STUDY + "/view?goal", READ, "View", "What the page shows of the model.", model::view);
    String contour = "What it expects of two inputs.";
    get(STUDY + "/view/contour?x,y,goal", READ, "View", contour, model::contour);
  }

  private void exports(ExportActions exports) {
    String csv = "The trials as a table, or some of them.";
    get(STUDY + "/export.csv?trials", READ, "text/csv", csv, exports::csv);
    get(STUDY + "/export.json", READ, "Export", "All of a study.", exports::json);
    get(STUDY + "/export.html", READ, "text/html", "Its page, as one file.", exports::page);
    get(TRIAL + "/output", READ, "Output", "What a trial printed.", exports::output);
  }

  private void events() {
    String stream = "text/event-stream";
    Route.Action all = call -> new Answer.Events(broadcast.ofAll());
    get("/api/v1/events", READ, stream, "What happens to all studies.", all);
    Route.Action one =
        call -> new Answer.Events(broadcast.of(studies.find(call.study()), call.since()));
    get(STUDY + "/events?since", READ, stream, "What happens to a study.", one);
  }

  private void get(String call, Role role, String answer, String summary, Route.Action action) {
    add(GET, call, role, "", OK, answer, summary, action);
  }

  private void post(
      String call, Role role, String body, String answer, String summary, Route.Action action) {
    add(POST, call, role, body, OK, answer, summary, action);
  }

  private void add(
      Method method,
      String call,
      Role role,
      String body,
      Status status,
      String answer,
      String summary,
      Route.Action action) {
    add(Route.of(method, call, role, body, status, answer, summary, action));
  }

  private void add(Route route) {
    Route noted =
        route.method().isWriting() && !TRAFFIC.matcher(route.path()).matches()
            ? route.doing(call -> studies.noted(route, call))
            : route;
    routes.add(route.path().startsWith(STUDY) ? route.doing(call -> guarded(noted, call)) : noted);
  }

  /** What goes wrong because somebody else deleted the study is done again with what is there. */
  private Answer guarded(Route route, Call call) {
    try {
      return route.action().answer(call);
    } catch (RefusedException | ProblemException | StorageException e) {
      if (open.closeIfDeleted(call.study())) {
        return route.action().answer(call);
      }
      studies.find(call.study());
      throw e;
    }
  }

  private Answer openApi() {
    return Answer.of(OpenApi.describe(routes(), schemas()));
  }

  private static ObjectNode schemas() {
    try (InputStream in = Api.class.getResourceAsStream("/dev/leadline/server/schemas.json")) {
      return (ObjectNode) JsonMapper.shared().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
