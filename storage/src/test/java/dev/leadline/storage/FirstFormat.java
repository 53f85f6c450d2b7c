package dev.leadline.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.early.EarlyStop;
import dev.leadline.search.NoiseKind;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.storage.problem.Problem;
import dev.leadline.storage.token.Role;
import dev.leadline.storage.token.Token;
import dev.leadline.study.Direction;
import dev.leadline.study.Goal;
import dev.leadline.study.Goals;
import dev.leadline.study.Limit;
import dev.leadline.study.Measurements;
import dev.leadline.study.StopRule;
import dev.leadline.study.Strategies;
import dev.leadline.study.Trial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The studies of the files {@code format-1.db} and {@code format-1-postgresql.sql}, which every
 * leadline from 0.1.0 on must open, read as they were written and continue.
 */
final class FirstFormat {

  /* The files were written once, by the main method, and are never written again. What is read of
  them is compared with the same studies made today. */

  private static final Instant NOON = StudyStoreContract.NOON;
  private static final Space SPACE =
      Space.builder()
          .logReal("rate", 1e-4, 1)
          .integer("batch", 1, 512)
          .choice("method", "sgd", "adam", "a \"b\" ü")
          .ordinal("width", "8", "64", "x=1, y")
          .flag("cache")
          .real("momentum", 0, 1)
          .when("momentum", "method == 'sgd'")
          .require("batch * rate < 100")
          .build();
  private static final StudySetup TUNED =
      StudySetup.of(
              new Problem(SPACE, Direction.MAXIMISE, "p99 of = it")
                  .within(Limit.parse("memory <= 512"))
                  .until(StopRule.parse("stalled >= 30"))
                  .endingEarly(Optional.of(EarlyStop.parse("median"))))
          .command("./run {rate} {batch}\n{method}")
          .seed(-7)
          .noise(NoiseKind.UNKNOWN)
          .strategy("committee")
          .budget(new Budget(50, Budget.Counting.WITHOUT_FAILED));
  private static final StudySetup GOALS =
      StudySetup.of(
              new Problem(
                      Space.builder().real("x", 0, 1).build(), Direction.MINIMISE, Problem.UNNAMED)
                  .with(
                      Goals.of(
                          new Goal("value", Direction.MINIMISE),
                          new Goal("cost", Direction.MAXIMISE))))
          .strategy("pfn")
          .evaluatedElsewhere();

  private FirstFormat() {}

  /** Adds the studies to a place that has none. */
  static void make(Studies studies) {
    try (StudyStore store = studies.open("tuned", TUNED.header())) {
      Measurements memory = Measurements.of("memory", 300.25).with("p50 = half", -1e-300);
      for (int i = 0; i < 12; i++) {
        store.add(StoredTrial.running(i, at(i), i < 2 ? List.of() : List.of(i - 2, i - 1), NOON));
        double value = Math.sin(i) * Math.pow(10, i - 6);
        store.change(i, trial -> trial.reported(1, value / 3).reported(20, value / 2));
        store.change(i, trial -> trial.withOutput("study.trials/" + trial.number()));
        store.change(i, trial -> trial.told(value, memory, NOON.plusMillis(1234)));
      }
      store.add(StoredTrial.running(12, at(12), List.of(), NOON));
      store.change(12, trial -> trial.failed("exit code 137\nkilled, 100 % ü\u0001", NOON));
      store.add(StoredTrial.running(13, at(13), List.of(12), NOON));
      store.change(
          13, trial -> trial.reported(3, Double.MIN_VALUE).stopped(1e308, "it was behind", NOON));
      store.add(StoredTrial.observed(14, at(14), 0.1 + 0.2, memory, null, NOON));
      store.change(14, trial -> trial.deleted("a typing error", NOON));
      store.add(StoredTrial.queued(15, at(15), NOON));
      Claimant away = new Claimant("far-away", "host 4711", Duration.ofMillis(1));
      store.add(StoredTrial.running(16, at(16), List.of(15), NOON), away.requesting("key 1"));
      store.note("from trial 3 on: seed -7 instead of 7");
      store.attach(new Attachment(Attachment.Kind.EVALUATION, "--regex 'took (.*) ms'\nü"));
      store.attach(new Attachment(Attachment.Kind.MEASUREMENT, ""));
    }
    try (StudyStore store = studies.open("goals", GOALS.header())) {
      for (int i = 0; i < 3; i++) {
        Configuration x = Configuration.empty().with("x", i / 4.0);
        Measurements cost = Measurements.of("cost", 3 - i);
        store.add(StoredTrial.observed(i, x, (double) i, cost, null, NOON));
      }
    }
    studies.setPhase("goals", StudyPhase.ENDED);
    Optional<Instant> end = Optional.of(NOON.plusSeconds(60));
    studies.tokens().add(new Token("id1", "ci", Role.WORK, "ab", NOON, end));
    studies.tokens().add(new Token("id2", "me", Role.ADMIN, "cd", NOON, Optional.empty()));
  }

  /**
   * Continues the studies.
   *
   * @param old as {@link #make} left them some releases ago
   * @param fresh as it leaves them today
   */
  static void assertGoOnAlike(Studies old, Studies fresh) {
    assertThat(old.tokens().list()).hasSize(2).isEqualTo(fresh.tokens().list());
    assertThat(old.find("goals").orElseThrow().phase()).isEqualTo(StudyPhase.ENDED);
    for (String name : List.of("tuned", "goals")) {
      assertThat(old.read(name)).isEqualTo(fresh.read(name));
      assertThat(old.find(name).orElseThrow().change())
          .isEqualTo(fresh.find(name).orElseThrow().change());
    }
    try (StoredStudy one = open(old);
        StoredStudy two = open(fresh)) {
      for (int i = 0; i < 3; i++) { // the trial that waits, the one that was left, and a new one
        Trial asked = one.ask();
        assertThat(asked).isEqualTo(two.ask());
        for (StoredStudy study : List.of(one, two)) {
          study.report(asked.number(), 1, 0.5);
          study.tell(asked.number(), i, Measurements.of("memory", 100 * i));
        }
      }
      assertThat(one.trials()).hasSize(17).isEqualTo(two.trials());
      assertThat(one.best()).isEqualTo(two.best()).isPresent();
    }
    assertThat(values(old)).isEqualTo(values(fresh));
  }

  private static List<Double> values(Studies studies) {
    return studies.read("tuned").trials().stream()
        .map(StoredTrial::valueOrNaN)
        .collect(Collectors.toList());
  }

  private static StoredStudy open(Studies studies) {
    StudySetup setup = StudySetup.of(studies.read("tuned").header());
    StudyStore store = studies.open("tuned", setup.header());
    return StoredStudy.open(store, setup, Strategies.committee(), Clock.systemUTC());
  }

  private static Configuration at(int i) {
    Configuration at =
        Configuration.empty()
            .with("rate", Math.pow(10, -i / 5.0))
            .with("batch", 1L + 5L * i)
            .with("method", List.of("sgd", "adam", "a \"b\" ü").get(i % 3))
            .with("width", List.of("8", "64", "x=1, y").get(i / 3 % 3))
            .with("cache", i % 2 == 0);
    return i % 3 == 0 ? at.with("momentum", i / 17.0) : at;
  }

  /** Writes the files of a new format: a folder, and a program that dumps a database. */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    try (Studies studies =
        StudyLocation.studies(folder.resolve("format-1.db").toString(), Session.usual())) {
      make(studies);
    }
    try (PostgresServer server = new PostgresServer(Files.createTempDirectory("format"))) {
      String address = server.newDatabase();
      try (Studies studies = StudyLocation.studies(address, Session.usual())) {
        make(studies);
      }
      Path dump = folder.resolve("format-1-postgresql.sql");
      new ProcessBuilder(arguments[1], "--inserts", "--no-owner", "--file=" + dump, address)
          .inheritIO()
          .start()
          .waitFor();
      List<String> sql = new ArrayList<>(Files.readAllLines(dump));
      sql.removeIf(line -> line.startsWith("\\")); // for psql alone
      Files.write(dump, sql);
    }
  }
}
