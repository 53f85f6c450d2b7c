package dev.leadline.app;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.storage.StudyFile;
import dev.leadline.storage.StudyHeader;
import dev.leadline.storage.Worker;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Study;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code leadline ask-tell}: suggestions for any language, as JSON lines. */
@Command(
    name = "ask-tell",
    mixinStandardHelpOptions = true,
    description = "Suggests settings to any program over JSON lines on standard input and output.",
    footerHeading = "%nRequests and their answers:%n",
    footer = {
      "  {\"ask\":2}                        two lines {\"trial\":0,\"params\":{\"x\":0.3}}",
      "  {\"tell\":0,\"value\":1.5}           {\"ok\":true}",
      "  {\"tell\":0,\"failed\":\"oom\"}        {\"ok\":true}",
      "  {\"observe\":{\"x\":1},\"value\":3.1}  {\"trial\":7}",
      "  {\"best\":true}                    {\"trial\":0,\"params\":{\"x\":0.3},\"value\":1.5}",
      "  anything else                    {\"error\":\"...\"}",
      "",
      "The end of the input ends it. With --study, trials without a result are handed out again",
      "by the next session."
    })
final class AskTellCommand implements Callable<Integer> {

  @Mixin private SpaceOptions space = new SpaceOptions();
  @Mixin private StudyOptions options = new StudyOptions();

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public Integer call() {
    options.check();
    Problem problem = space.problem();
    if (options.file().isEmpty()) {
      try (Study study = options.study(problem, Optional.empty(), OptionalInt.empty())) {
        return converse(study, Optional.empty());
      }
    }
    StudyHeader header =
        new StudyHeader(problem.canonicalText(), "", options.title(), options.seed());
    try (StudyFile stored =
            StudyFile.hold(options.file().get(), header, Worker.self(), Clock.systemUTC());
        Study study = options.study(problem, Optional.of(stored), OptionalInt.empty())) {
      return converse(study, Optional.of(stored));
    }
  }

  private int converse(Study study, Optional<StudyFile> stored) {
    AskTellSession session = new AskTellSession(study, stored);
    PrintWriter err = spec.commandLine().getErr();
    study.substitution().ifPresent(sentence -> err.println("note: " + sentence));
    err.flush();
    try {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (!line.isBlank()) {
          session.answer(line).forEach(spec.commandLine().getOut()::println);
          spec.commandLine().getOut().flush();
        }
      }
      return ExitCode.OK.number();
    } catch (IOException e) {
      throw new UncheckedIOException("standard input could not be read: " + e.getMessage(), e);
    }
  }
}
