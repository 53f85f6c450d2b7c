package dev.leadline.server.api;

import static dev.leadline.server.route.Method.DELETE;
import static dev.leadline.server.route.Method.PATCH;
import static dev.leadline.server.route.Route.get;
import static dev.leadline.server.route.Route.post;
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
import dev.leadline.server.route.OpenApi;
import dev.leadline.server.route.ProblemException;
import dev.leadline.server.route.Route;
import dev.leadline.storage.RefusedException;
import dev.leadline.storage.StorageException;
import dev.leadline.storage.StudyPhase;
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
    ModelActions model = new ModelActions(studies);
    model(model);
    views(model);
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
    add(get("/health", ANYONE, "Whether the server runs.", "State", server::health));
    add(get("/ready", ANYONE, "Whether it can reach its studies.", "State", server::ready));
    add(get("/metrics", READ, "What it counts, for Prometheus.", text, server::metrics));
    add(get("/openapi.json", ANYONE, "This description.", "application/json", call -> openApi()));
    add(get("/", ANYONE, "The page.", "text/html", server::index));
    add(get("/page/<file>", ANYONE, "A file of the page.", "text/html", server::file));
    add(get("/api/v1/me", READ, "Who calls, and what it may do.", "Me", server::me));
  }

  private void studies() {
    add(get(STUDIES, READ, "All studies.", "Studies", studies::list));
    add(post(STUDIES, WORK, "Creates one.", "NewStudy", CREATED, "Study", studies::create));
    add(get(STUDY, READ, "One study.", "Study", studies::show));
    add(
        post(
                STUDY,
                WORK,
                "Changes budget, tags, notes or name.",
                "Change",
                OK,
                "Study",
                studies::change)
            .by(PATCH));
    add(
        post(
                STUDY,
                ADMIN,
                "Deletes it; for a day it can be had back.",
                "Empty",
                NO_CONTENT,
                "Empty",
                studies::delete)
            .by(DELETE));
    add(get(DELETED, READ, "What was deleted and can be had back.", "Deleted", studies::deleted));
    add(
        post(
            DELETED + "/{id}/restore",
            ADMIN,
            "Takes a deleted study back.",
            "Empty",
            OK,
            "Study",
            studies::restore));
    phase("pause", "Hands out no trials for now.", StudyPhase.PAUSED);
    phase("resume", "Hands out trials again.", StudyPhase.OPEN);
    phase("end", "Hands out no trials any more.", StudyPhase.ENDED);
    add(get(STUDY + "/audit", READ, "Who changed the study, and when.", "Audit", studies::audit));
  }

  private void phase(String word, String summary, StudyPhase phase) {
    Route.Action action = studies.phase(phase);
    add(post(STUDY + "/" + word, WORK, summary, "Empty", OK, "Study", action));
  }

  private void trials(TrialActions trials) {
    add(post(STUDY + "/ask", WORK, "Claims trials.", "Ask", OK, "Asked", trials::ask));
    add(post(STUDY + "/tell", WORK, "Takes a result.", "Tell", OK, "Trial", trials::tell));
    add(
        post(
            STUDY + "/report",
            WORK,
            "Takes a value after a step; says whether the trial goes on.",
            "Report",
            OK,
            "Reported",
            trials::report));
    add(
        post(
            STUDY + "/observe",
            WORK,
            "Adds what was measured elsewhere.",
            "Observe",
            CREATED,
            "Trial",
            trials::observe));
    add(
        post(
            STUDY + "/heartbeat",
            WORK,
            "Keeps a lease.",
            "Heartbeat",
            OK,
            "Held",
            trials::heartbeat));
    add(
        post(
            STUDY + "/release",
            WORK,
            "Gives the trials of a lease back.",
            "Release",
            NO_CONTENT,
            "Empty",
            trials::release));
    add(
        get(STUDY + "/trials", READ, "All trials, or those that changed.", "Trials", trials::all)
            .query("since"));
    add(get(TRIAL, READ, "One trial.", "Trial", trials::show));
    add(
        post(TRIAL, ADMIN, "Takes it out of the study.", "Reason", OK, "Trial", trials::delete)
            .by(DELETE));
    add(
        post(
            TRIAL + "/output",
            WORK,
            "Takes what it prints on the machine of its worker.",
            "Printed",
            NO_CONTENT,
            "Empty",
            trials::print));
    add(
        post(
            TRIAL + "/retry",
            WORK,
            "Lets a failed trial be tried again.",
            "Empty",
            OK,
            "Trial",
            trials::retry));
  }

  private void model(ModelActions model) {
    add(get(STUDY + "/best", READ, "The trial with the best value.", "Best", model::best));
    add(
        get(
            STUDY + "/front",
            READ,
            "The trials that no other one betters in all goals.",
            "Front",
            model::front));
    add(
        get(
            STUDY + "/recommend",
            READ,
            "The trial that the model holds for the best.",
            "Recommendation",
            model::recommend));
    add(
        post(
            STUDY + "/posterior",
            READ,
            "What the model expects of some settings.",
            "Points",
            OK,
            "Predictions",
            model::posterior));
  }

  private void views(ModelActions model) {
    add(
        get(STUDY + "/view", READ, "What the page shows of the model.", "View", model::view)
            .query("goal"));
    add(
        get(STUDY + "/view/contour", READ, "What it expects of two inputs.", "View", model::contour)
            .query("x", "y", "goal"));
  }

  private void exports(ExportActions exports) {
    String csv = "text/csv";
    add(
        get(
                STUDY + "/export.csv",
                READ,
                "The trials as a table, or some of them.",
                csv,
                exports::csv)
            .query("trials"));
    add(get(STUDY + "/export.json", READ, "All of a study.", "Export", exports::json));
    add(get(STUDY + "/export.html", READ, "Its page, as one file.", "text/html", exports::page));
    add(get(TRIAL + "/output", READ, "What a trial printed.", "Output", exports::output));
  }

  private void events() {
    String stream = "text/event-stream";
    add(
        get(
            "/api/v1/events",
            READ,
            "What happens to all studies.",
            stream,
            call -> new Answer.Events(broadcast.ofAll())));
    add(
        get(
                STUDY + "/events",
                READ,
                "What happens to a study.",
                stream,
                call -> new Answer.Events(broadcast.of(studies.find(call.study()), call.since())))
            .query("since"));
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
