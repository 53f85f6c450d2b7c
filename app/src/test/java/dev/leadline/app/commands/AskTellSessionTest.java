package dev.leadline.app.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.client.json.Fields;
import dev.leadline.early.EarlyStop;
import dev.leadline.search.Strategy;
import dev.leadline.space.Space;
import dev.leadline.storage.Session;
import dev.leadline.storage.StoredState;
import dev.leadline.storage.StoredStudy;
import dev.leadline.storage.Studies;
import dev.leadline.storage.StudyFile;
import dev.leadline.storage.StudyLocation;
import dev.leadline.storage.StudyPhase;
import dev.leadline.storage.StudySetup;
import dev.leadline.storage.StudyStore;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Direction;
import dev.leadline.study.Goal;
import dev.leadline.study.Goals;
import dev.leadline.study.Limit;
import dev.leadline.study.StopRule;
import dev.leadline.study.Strategies;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class AskTellSessionTest {

  private static final Space SPACE =
      Space.builder().real("x", 0, 1).integer("n", 1, 9).choice("c", "a", "b").flag("f").build();

  @TempDir Path directory;

  @Test
  void conversation_followsTheProtocol() {
    AskTellSession session = session(SPACE);
    assertThat(session.answer("{\"ask\":2}"))
        .matches(
            "\\{\"trials\":\\[(\\{\"trial\":[01],\"params\":\\{\"x\":0\\.\\d+,\"n\":\\d,\"c\":\"[ab]\",\"f\":(true|false)}},?){2}]}");
    assertThat(session.answer("{\"ask\":1}"))
        .matches(
            "\\{\"trial\":2,\"params\":\\{\"x\":0\\.\\d+,\"n\":\\d,\"c\":\"[ab]\",\"f\":(true|false)}}");
    assertThat(session.answer("{\"tell\":1,\"value\":1.5}")).isEqualTo("{\"ok\":true}");
    assertThat(session.answer("{\"tell\":0,\"failed\":\"oom\"}")).isEqualTo("{\"ok\":true}");
    assertThat(
            session.answer("{\"observe\":{\"x\":1,\"n\":3,\"c\":\"a\",\"f\":true},\"value\":-3.1}"))
        .isEqualTo("{\"trial\":3}");
    assertThat(session.answer("{\"best\":true}"))
        .isEqualTo(
            "{\"trial\":3,\"params\":{\"x\":1.0,\"n\":3,\"c\":\"a\",\"f\":true},\"value\":-3.1}");
  }

  /** A line that is wider than a terminal breaks the table. */
  @Test
  void help_knowsEveryRequestInLinesThatFit() {
    String help = new CommandLine(new AskTellCommand()).getUsageMessage();
    String requests = session(SPACE).answer("{}").replaceFirst(".* with (.*) but got.*", "$1");
    assertThat(requests).startsWith("ask, tell");
    for (String request : requests.split(", | or ", -1)) {
      assertThat(help).contains("\n  {\"%s\":".formatted(request));
    }
    String footer = help.substring(help.indexOf("Requests and their answers:"));
    assertThat(footer.lines()).allMatch(line -> line.length() < 80);
  }

  @Test
  void pausedStudy_saysSo() {
    String file = directory.resolve("paused.db").toString();
    StudySetup setup = StudySetup.minimise(SPACE).strategy("random").evaluatedElsewhere();
    try (Studies studies = StudyLocation.studies(file, Session.usual())) {
      studies.create("a", setup.header());
      studies.setPhase("a", StudyPhase.PAUSED);
      try (StoredStudy study =
          StoredStudy.open(studies.open("a"), setup, Strategies.random(), Clock.systemUTC())) {
        assertThat(new AskTellSession(study).answer("{\"ask\":1}"))
            .isEqualTo(
                "{\"error\":\"the study is paused; ask again when it goes on\",\"reason\":\"paused\"}");
      }
    }
  }

  @Test
  void answers_knowWhatOthersDid() {
    Path file = directory.resolve("shared.db");
    StudySetup setup = StudySetup.minimise(SPACE).strategy("random").evaluatedElsewhere();
    String settings = "{\"x\":%s,\"n\":3,\"c\":\"a\",\"f\":true}";
    try (StoredStudy study = StoredStudy.open(file, setup);
        StoredStudy other = StoredStudy.open(file, setup)) {
      AskTellSession session = new AskTellSession(study);
      AskTellSession others = new AskTellSession(other);
      others.answer("{\"observe\":%s,\"value\":2}".formatted(settings.formatted(1)));
      assertThat(session.answer("{\"best\":true}")).contains("\"trial\":0,");
      others.answer("{\"observe\":%s,\"value\":1}".formatted(settings.formatted(0.5)));
      assertThat(session.answer("{\"recommend\":true}")).contains("\"trial\":1,");
      other.delete(1, "a typing error");
      assertThat(session.answer("{\"trials\":true}"))
          .contains("\"trial\":0,")
          .doesNotContain("\"trial\":1,");
      assertThat(session.answer("{\"best\":true}")).contains("\"trial\":0,");
      for (int i = 0; i < 12; i++) {
        others.answer("{\"observe\":%s,\"value\":%d}".formatted(settings.formatted(i / 12.0), i));
      }
      assertThat(session.answer("{\"forecast\":true}"))
          .isEqualTo(others.answer("{\"forecast\":true}"));
    }
    Goals goals = new Goals(List.of(Goal.minimise("loss"), Goal.minimise("cost")), Map.of());
    StudySetup several =
        StudySetup.of(new Problem(SPACE, Direction.MINIMISE, "loss").with(goals))
            .strategy("random")
            .evaluatedElsewhere();
    Path front = directory.resolve("front.db");
    try (StoredStudy study = StoredStudy.open(front, several);
        StoredStudy other = StoredStudy.open(front, several)) {
      AskTellSession session = new AskTellSession(study);
      new AskTellSession(other)
          .answer(
              "{\"observe\":%s,\"values\":{\"loss\":1,\"cost\":2}}"
                  .formatted(settings.formatted(1)));
      assertThat(session.answer("{\"front\":true}")).contains("\"trial\":0,");
    }
  }

  @Test
  void reports_endWhatIsWorseThanTheMedian() {
    Problem problem =
        new Problem(SPACE, Direction.MAXIMISE, "accuracy")
            .endingEarly(Optional.of(EarlyStop.parse("median after=1 first=2")));
    AskTellSession session = session(problem);
    session.answer("{\"ask\":2}");
    assertThat(session.answer("{\"report\":0,\"step\":2,\"value\":0.6}"))
        .isEqualTo("{\"continue\":true}");
    session.answer("{\"tell\":0,\"value\":0.7}");
    assertThat(session.answer("{\"report\":1,\"step\":1,\"value\":0.3}"))
        .isEqualTo("{\"continue\":true}");
    assertThat(session.answer("{\"report\":1,\"step\":1,\"value\":0.3}"))
        .contains("trial 1: expected a step after 1 but got 1");
    assertThat(session.answer("{\"report\":1,\"step\":2,\"value\":0.3}"))
        .isEqualTo("{\"continue\":false}");
    assertThat(session.answer("{\"report\":1,\"step\":3,\"value\":0.3}"))
        .isEqualTo("{\"continue\":false}");
    assertThat(session.answer("{\"trials\":true}"))
        .contains("\"state\":\"stopped\",\"stopped\":\"worse at step 2 than the median of 1 ");
    assertThat(session.answer("{\"best\":true}")).contains("\"trial\":0");
    assertThat(session.answer("{\"tell\":1,\"value\":0.9}")).isEqualTo("{\"ok\":true}");
    assertThat(session.answer("{\"best\":true}")).contains("\"trial\":1");
  }

  @Test
  void enqueued_isHandedOutFirst() {
    AskTellSession session = session(SPACE);
    String settings = "{\"x\":0.5,\"n\":3,\"c\":\"a\",\"f\":true}";
    assertThat(session.answer("{\"enqueue\":" + settings + "}")).isEqualTo("{\"trial\":0}");
    assertThat(session.answer("{\"ask\":1}"))
        .isEqualTo("{\"trial\":0,\"params\":" + settings + "}");
    assertThat(session.answer("{\"enqueue\":{\"x\":7}}")).contains("[0.0, 1.0] for 'x'");
  }

  @Test
  void forecastAndStop_areAnswered() {
    Problem problem =
        new Problem(Space.builder().real("x", 0, 1).build(), Direction.MINIMISE, "y")
            .until(List.of(StopRule.parse("trials >= 12")));
    StudySetup setup = StudySetup.of(problem).strategy("committee");
    AskTellSession session =
        new AskTellSession(
            StoredStudy.open(
                StudyStore.inMemory(setup.header()),
                setup,
                Strategies.committee(),
                Clock.systemUTC()));
    assertThat(session.answer("{\"forecast\":true}")).contains("no forecast before ten trials");
    for (int i = 0; i < 11; i++) {
      session.answer("{\"ask\":1}");
      session.answer("{\"tell\":%d,\"value\":%s}".formatted(i, 5 - Math.sqrt(i)));
    }
    assertThat(session.answer("{\"forecast\":true}"))
        .matches("\\{\"chance\":0\\.\\d+,\"gain\":\\d\\.\\d+,\"range\":\\d\\.\\d+}");
    assertThat(session.answer("{\"ask\":1}")).contains("\"trial\":11");
    session.answer("{\"tell\":11,\"value\":2}");
    assertThat(session.answer("{\"ask\":1}")).isEqualTo("{\"stop\":\"trials >= 12 (trials 12)\"}");
  }

  @Test
  void predict_answersWhatTheModelExpects() {
    AskTellSession session = session(Space.builder().real("x", 0, 1).build());
    assertThat(session.answer("{\"predict\":{\"x\":0.5}}")).contains("no trial with a value");
    for (int i = 0; i <= 10; i++) {
      session.answer("{\"observe\":{\"x\":%s},\"value\":%s}".formatted(i / 10.0, 3 + i / 10.0));
    }
    Fields middle = Fields.parse(session.answer("{\"predict\":{\"x\":0.45}}"));
    assertThat(middle.number("median")).isBetween(3.43, 3.47);
    assertThat(middle.number("low")).isLessThan(middle.number("high"));
    assertThat(middle.number("chance")).isBetween(0.0, 0.01);
    assertThat(session.answer("{\"predict\":[{\"x\":0.45},{\"x\":1}]}"))
        .startsWith("{\"predictions\":[" + middle.node() + ",{\"median\":");
    assertThat(session.answer("{\"predict\":{\"x\":7}}"))
        .startsWith("{\"error\":\"")
        .contains("[0.0, 1.0] for 'x'");
  }

  @Test
  void space_isAnsweredAsAFileHoldsIt() {
    Problem problem =
        new Problem(SPACE, Direction.MAXIMISE, "hits").within(Limit.parse("p99 <= 5"));
    assertThat(session(problem).answer("{\"space\":true}"))
        .startsWith("{\"maximise\":\"hits\",\"parameters\":[{\"name\":\"x\",\"real\":[0.0,1.0]},")
        .endsWith("\"limits\":[\"p99 <= 5.0\"]}");
  }

  @Test
  void spentBudget_isToldFromMistakes() {
    StudySetup setup = StudySetup.minimise(SPACE).strategy("random").evaluatedElsewhere().budget(1);
    AskTellSession session = new AskTellSession(StoredStudy.inMemory(setup));
    session.answer("{\"ask\":1}");
    assertThat(session.answer("{\"ask\":1}"))
        .startsWith("{\"error\":\"all of the 1 trials are used up")
        .endsWith("\"reason\":\"budget\"}");
  }

  @Test
  void severalGoals_haveAFrontAndNoBest() {
    Problem problem =
        new Problem(Space.builder().real("x", 0, 1).build(), Direction.MINIMISE, "y")
            .with(Goals.of(Goal.minimise("latency_ms"), Goal.minimise("memory_mb")));
    AskTellSession session =
        new AskTellSession(StoredStudy.inMemory(StudySetup.of(problem).strategy("random")));
    session.answer("{\"ask\":3}");
    assertThat(session.answer("{\"tell\":0,\"values\":{\"latency_ms\":1.5,\"memory_mb\":20}}"))
        .isEqualTo("{\"ok\":true}");
    assertThat(session.answer("{\"tell\":1,\"value\":1}")).contains("memory_mb was not told");
    session.answer("{\"tell\":1,\"values\":{\"latency_ms\":0.5,\"memory_mb\":40}}");
    session.answer("{\"tell\":2,\"values\":{\"latency_ms\":2,\"memory_mb\":40}}");
    assertThat(session.answer("{\"front\":true}"))
        .startsWith(
            "{\"goals\":[{\"metric\":\"latency_ms\",\"goal\":\"minimise\"},{\"metric\":\"memory_mb\",\"goal\":\"minimise\"}],\"trials\":[{\"trial\":1,")
        .contains("\"values\":{\"latency_ms\":0.5,\"memory_mb\":40.0}},{\"trial\":0,")
        .contains("\"reference\":{\"latency_ms\":1.6,\"memory_mb\":42.0},\"inferred\":true");
    assertThat(session.answer("{\"best\":true}"))
        .contains("minimise latency_ms, minimise memory_mb")
        .contains("ask for {\\\"front\\\":true}");
    assertThat(session(SPACE).answer("{\"front\":true}")).contains("ask for {\\\"best\\\":true}");
  }

  @Test
  void limits_letResultsBeToldByName() {
    Problem problem =
        new Problem(Space.builder().real("x", 0, 1).build(), Direction.MINIMISE, "y")
            .within(Limit.parse("p99 <= 5"));
    AskTellSession session =
        new AskTellSession(StoredStudy.inMemory(StudySetup.of(problem).strategy("random")));
    session.answer("{\"ask\":1}");
    assertThat(session.answer("{\"tell\":0,\"value\":1}")).contains("p99 was not told");
    assertThat(session.answer("{\"tell\":0,\"values\":{\"y\":1}}")).contains("p99 was not told");
    assertThat(session.answer("{\"tell\":0,\"values\":{\"p99\":1}}"))
        .contains("expected 'y' among the values but got only [p99]");
    assertThat(session.answer("{\"tell\":0,\"values\":{\"y\":1,\"p99\":\"2\"}}"))
        .contains("a finite number with p99");
    assertThat(session.answer("{\"tell\":0,\"values\":{\"y\":1,\"p99\":2,\"rss\":3}}"))
        .isEqualTo("{\"ok\":true}");
    assertThat(session.answer("{\"observe\":{\"x\":1},\"values\":{\"y\":2,\"p99\":4}}"))
        .isEqualTo("{\"trial\":1}");
    assertThat(session.answer("{\"trials\":true}"))
        .endsWith("\"state\":\"done\",\"value\":2.0,\"values\":{\"y\":2.0,\"p99\":4.0}}]}");
    assertThat(session.answer("{\"best\":true}"))
        .endsWith("\"value\":1.0,\"values\":{\"y\":1.0,\"p99\":2.0,\"rss\":3.0}}");
  }

  @Test
  void constraintsThatNothingSatisfies_areAnErrorAndItGoesOn() {
    Space nothing = Space.builder().real("x", 0, 1).require("x > 2").build();
    AskTellSession session = session(nothing);
    assertThat(session.answer("{\"ask\":2}"))
        .startsWith("{\"error\":\"no configuration that satisfies the constraints [x > 2]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          junk                                   | expected one JSON object
          {"ask":1} {"ask":1}                    | expected one JSON object
          {}                                     | ask, tell, report, observe, enqueue, best, front, recommend, predict, forecast, trials or space
          5                                      | expected one JSON object
          {"ask":0}                              | whole number of 1
          {"ask":"2"}                            | whole number of 1
          {"ask":1,"value":2}                    | got also [value]
          {"tell":7,"value":1}                   | no trial 7
          {"tell":0}                             | a value, values or failed
          {"tell":0,"value":1,"failed":"x"}      | a value, values or failed
          {"tell":0,"value":"1"}                 | a finite number with value
          {"tell":0,"value":1e999}               | a finite number with value
          {"observe":{"x":1},"value":1}          | 'n'
          {"observe":3,"value":1}                | an object of settings
          {"observe":{"x":1,"n":3,"c":"a","f":true}} | expected a value
          {"best":true}                          | no trial with a value
          """)
  void wrongRequest_isAnsweredAndTheSessionGoesOn(String request, String part) {
    AskTellSession session = session(SPACE);
    session.answer("{\"ask\":1}");
    assertThat(session.answer(request)).startsWith("{\"error\":\"").contains(part);
    assertThat(session.answer("{\"tell\":0,\"value\":1}")).isEqualTo("{\"ok\":true}");
  }

  @Test
  void wholeNumberBeyondEveryDouble_isNoFiniteNumber() {
    AskTellSession session = session(SPACE);
    session.answer("{\"ask\":1}");
    String huge = "9".repeat(400);
    assertThat(session.answer("{\"tell\":0,\"value\":%s}".formatted(huge)))
        .startsWith("{\"error\":\"expected a finite number with value");
    assertThat(session.answer("{\"observe\":{\"x\":1,\"n\":%s},\"value\":1}".formatted(huge)))
        .startsWith("{\"error\":\"expected a finite number, text, true or false as a setting");
  }

  @Test
  void secondResult_isRefused() {
    AskTellSession session = session(SPACE);
    session.answer("{\"ask\":1}");
    session.answer("{\"tell\":0,\"value\":1}");
    assertThat(session.answer("{\"tell\":0,\"value\":2}")).contains("already");
  }

  @Test
  void usedUpSpace_isAnErrorAfterTheLastTrial() {
    AskTellSession session = session(Space.builder().flag("f").build());
    assertThat(session.answer("{\"ask\":5}"))
        .matches(
            "\\{\"trials\":\\[\\{\"trial\":0,.*},\\{\"trial\":1,[^\\[]*}],\"error\":\"[^\"]*\",\"reason\":\"space\"}");
    assertThat(session.answer("{\"ask\":1}")).startsWith("{\"error\":");
  }

  @Test
  void everyLine_isAnsweredByOneLine() {
    AskTellSession session = session(SPACE);
    for (String line : List.of("", "   ", "{\"ask\":7}", "junk\u2028junk", "{\"trials\":true}")) {
      assertThat(session.answer(line)).doesNotContain("\n").startsWith("{").endsWith("}");
    }
    assertThat(session.answer(" ")).isEqualTo(session.answer("")).contains("got: nothing");
  }

  @Test
  void failures_areObservedAndTrialsListed() {
    AskTellSession session = session(Space.builder().real("x", 0, 1).build());
    assertThat(session.answer("{\"observe\":{\"x\":0.5},\"failed\":\"oom\"}"))
        .isEqualTo("{\"trial\":0}");
    assertThat(session.answer("{\"recommend\":true}")).contains("no trial with a value");
    session.answer("{\"observe\":{\"x\":0.25},\"value\":2}");
    session.answer("{\"ask\":1}");
    assertThat(session.answer("{\"trials\":true}"))
        .startsWith(
            "{\"trials\":[{\"trial\":0,\"params\":{\"x\":0.5},\"state\":\"failed\",\"failed\":\"oom\"},"
                + "{\"trial\":1,\"params\":{\"x\":0.25},\"state\":\"done\",\"value\":2.0},"
                + "{\"trial\":2,\"params\":{\"x\":0.")
        .endsWith("\"state\":\"open\"}]}");
    assertThat(session.answer("{\"recommend\":true}"))
        .isEqualTo("{\"trial\":1,\"params\":{\"x\":0.25},\"median\":2.0,\"low\":2.0,\"high\":2.0}");
  }

  /** What goes wrong inside is not blamed on whoever asked. */
  @Test
  void defect_isNotAnsweredAsAWrongRequest() {
    Strategy broken =
        (candidates, history, random) -> {
          throw new IllegalStateException("the inside is broken");
        };
    AskTellSession session = session(SPACE, broken);
    assertThatThrownBy(() -> session.answer("{\"ask\":1}"))
        .isInstanceOf(IllegalStateException.class);
    assertThat(AskTellSession.defect(new IllegalStateException("the inside is broken")))
        .contains("a defect in leadline itself", "the inside is broken");
  }

  @Test
  void openTrials_areHandedOutAgainByTheNextSession() {
    Path file = directory.resolve("study.db");
    StudySetup setup = StudySetup.minimise(SPACE).strategy("random").evaluatedElsewhere();
    String first;
    try (StoredStudy study = StoredStudy.open(file, setup)) {
      AskTellSession session = new AskTellSession(study);
      session.answer("{\"ask\":1}");
      first = session.answer("{\"ask\":1}");
      session.answer("{\"tell\":0,\"value\":1}");
    }
    try (StoredStudy study = StoredStudy.open(file, setup)) {
      AskTellSession session = new AskTellSession(study);
      assertThat(session.answer("{\"ask\":1}")).isEqualTo(first);
      assertThat(session.answer("{\"ask\":1}")).startsWith("{\"trial\":2,");
      session.answer("{\"tell\":1,\"value\":2}");
    }
    assertThat(StudyFile.read(file).trials().get(1).state()).isEqualTo(StoredState.DONE);
  }

  private static AskTellSession session(Problem problem) {
    StudySetup setup = StudySetup.of(problem);
    return new AskTellSession(
        StoredStudy.open(
            StudyStore.inMemory(setup.header()), setup, Strategies.random(), Clock.systemUTC()));
  }

  private static AskTellSession session(Space space) {
    return session(space, Strategies.random());
  }

  private static AskTellSession session(Space space, Strategy strategy) {
    StudySetup setup = StudySetup.minimise(space).seed(1);
    return new AskTellSession(
        StoredStudy.open(StudyStore.inMemory(setup.header()), setup, strategy, Clock.systemUTC()));
  }
}
