package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.space.Space;
import dev.leadline.storage.StudyFile;
import dev.leadline.storage.StudyHeader;
import dev.leadline.storage.TrialState;
import dev.leadline.storage.Worker;
import dev.leadline.study.Strategies;
import dev.leadline.study.Study;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AskTellSessionTest {

  private static final Space SPACE =
      Space.builder().real("x", 0, 1).integer("n", 1, 9).choice("c", "a", "b").flag("f").build();

  @TempDir Path directory;

  @Test
  void conversation_followsTheProtocol() {
    AskTellSession session = new AskTellSession(study(SPACE), Optional.empty());
    List<String> asked = session.answer("{\"ask\":2}");
    assertThat(asked).hasSize(2);
    assertThat(asked.get(0))
        .matches(
            "\\{\"trial\":0,\"params\":\\{\"x\":0\\.\\d+,\"n\":\\d,\"c\":\"[ab]\",\"f\":(true|false)}}");
    assertThat(session.answer("{\"tell\":1,\"value\":1.5}")).containsExactly("{\"ok\":true}");
    assertThat(session.answer("{\"tell\":0,\"failed\":\"oom\"}")).containsExactly("{\"ok\":true}");
    assertThat(
            session.answer("{\"observe\":{\"x\":1,\"n\":3,\"c\":\"a\",\"f\":true},\"value\":-3.1}"))
        .containsExactly("{\"trial\":2}");
    assertThat(session.answer("{\"best\":true}"))
        .containsExactly(
            "{\"trial\":2,\"params\":{\"x\":1.0,\"n\":3,\"c\":\"a\",\"f\":true},\"value\":-3.1}");
  }

  @Test
  void constraintsThatNothingSatisfies_areAnErrorAndItGoesOn() {
    Space nothing = Space.builder().real("x", 0, 1).require("x > 2").build();
    AskTellSession session = new AskTellSession(study(nothing), Optional.empty());
    assertThat(session.answer("{\"ask\":2}"))
        .singleElement()
        .asString()
        .startsWith("{\"error\":\"no configuration that satisfies the constraints [x > 2]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          junk                                   | one JSON object a line
          {"ask":1} {"ask":1}                    | one JSON object a line
          {}                                     | ask, tell, observe or best
          5                                      | ask, tell, observe or best
          {"ask":0}                              | whole number of 1
          {"ask":"2"}                            | whole number of 1
          {"ask":1,"value":2}                    | got also [value]
          {"tell":7,"value":1}                   | no trial 7
          {"tell":0}                             | value or failed
          {"tell":0,"value":1,"failed":"x"}      | value or failed
          {"tell":0,"value":"1"}                 | a finite number with value
          {"tell":0,"value":1e999}               | a finite number with value
          {"observe":{"x":1},"value":1}          | 'n'
          {"observe":3,"value":1}                | an object of settings
          {"observe":{"x":1,"n":3,"c":"a","f":true}} | expected a value
          {"best":true}                          | no trial with a value
          """)
  void wrongRequest_isAnsweredAndTheSessionGoesOn(String request, String part) {
    AskTellSession session = new AskTellSession(study(SPACE), Optional.empty());
    session.answer("{\"ask\":1}");
    assertThat(session.answer(request))
        .singleElement()
        .asString()
        .startsWith("{\"error\":\"")
        .contains(part);
    assertThat(session.answer("{\"tell\":0,\"value\":1}")).containsExactly("{\"ok\":true}");
  }

  @Test
  void secondResult_isRefused() {
    AskTellSession session = new AskTellSession(study(SPACE), Optional.empty());
    session.answer("{\"ask\":1}");
    session.answer("{\"tell\":0,\"value\":1}");
    assertThat(session.answer("{\"tell\":0,\"value\":2}").get(0)).contains("already");
  }

  @Test
  void usedUpSpace_isAnErrorAfterTheLastTrial() {
    AskTellSession session =
        new AskTellSession(study(Space.builder().flag("f").build()), Optional.empty());
    List<String> answers = session.answer("{\"ask\":5}");
    assertThat(answers).hasSize(3);
    assertThat(answers.get(2)).startsWith("{\"error\":");
  }

  @Test
  void openTrials_areHandedOutAgainByTheNextSession() {
    Path file = directory.resolve("study.db");
    StudyHeader header = new StudyHeader("s", "", "random", 0);
    List<String> first;
    try (StudyFile stored = StudyFile.hold(file, header, Worker.self(), Clock.systemUTC())) {
      AskTellSession session = new AskTellSession(study(SPACE), Optional.of(stored));
      first = session.answer("{\"ask\":2}");
      session.answer("{\"tell\":0,\"value\":1}");
    }
    try (StudyFile stored = StudyFile.hold(file, header, Worker.self(), Clock.systemUTC())) {
      Study resumed =
          Study.builder(SPACE)
              .strategy(Strategies.named("random"))
              .records(stored.trials().stream().map(t -> StudyOptions.record(SPACE, t)).toList())
              .build();
      AskTellSession session = new AskTellSession(resumed, Optional.of(stored));
      List<String> second = session.answer("{\"ask\":2}");
      assertThat(second.get(0)).isEqualTo(first.get(1));
      assertThat(second.get(1)).startsWith("{\"trial\":2,");
      session.answer("{\"tell\":1,\"value\":2}");
      assertThat(stored.trials().get(1).state()).isEqualTo(TrialState.DONE);
    }
  }

  private static Study study(Space space) {
    return Study.builder(space).seed(1).strategy(Strategies.named("random")).build();
  }
}
