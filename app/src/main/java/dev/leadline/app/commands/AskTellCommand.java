package dev.leadline.app.commands;

import dev.leadline.storage.StorageException;
import dev.leadline.storage.StoredStudy;
import dev.leadline.storage.StudySetup;
import dev.leadline.storage.StudyStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code leadline ask-tell}: suggestions for any language, as JSON lines. */
@Command(
    name = "ask-tell",
    mixinStandardHelpOptions = true,
    description = "Suggests settings to any program over JSON lines on standard input and output.",
    footerHeading = "%nRequests and their answers:%n",
    footer = {
      "  {\"ask\":1}                           {\"trial\":0,\"params\":{\"x\":0.3}}",
      "  {\"ask\":2}                           {\"trials\":[{\"trial\":0,\"params\":...},...]}",
      "  {\"tell\":0,\"value\":1.5}              {\"ok\":true}",
      "  {\"tell\":0,\"values\":{\"ms\":9,\"mb\":5}} {\"ok\":true}",
      "  {\"tell\":0,\"failed\":\"oom\"}           {\"ok\":true}",
      "  {\"report\":0,\"step\":10,\"value\":0.3}  {\"continue\":true}",
      "  {\"enqueue\":{\"x\":1}}                 {\"trial\":7}",
      "  {\"observe\":{\"x\":1},\"value\":3.1}     {\"trial\":7}; also values or failed",
      "  {\"best\":true}                       {\"trial\":0,\"params\":...,\"value\":1.5}",
      "  {\"front\":true}                      {\"goals\":[...],\"trials\":[...],...}",
      "  {\"recommend\":true}                  as best, with median, low and high",
      "  {\"predict\":{\"x\":0.3}}               {\"median\":1.6,\"low\":1.4,\"high\":1.9,...}",
      "  {\"predict\":[{\"x\":0.3},...]}         {\"predictions\":[{\"median\":1.6,...},...]}",
      "  {\"forecast\":true}                    {\"chance\":0.12,\"gain\":0.003,...}",
      "  {\"trials\":true}                     {\"trials\":[{...,\"state\":\"done\"},...]}",
      "  {\"space\":true}                      what a space file holds, as JSON",
      "  anything else                       {\"error\":\"...\"}",
      "",
      "Where no trial is left, an ask is answered by {\"error\":\"...\",\"reason\":\"budget\"}",
      "or \"reason\":\"space\", and by {\"stop\":\"...\"} where a rule of --stop holds.",
      "",
      "Every line, a blank one too, is answered by one line. The end of the input ends",
      "it. With --study, trials without a result are handed out again by the next",
      "session. With --space - the first line of the input is the space, as JSON, and",
      "has no answer."
    })
public final class AskTellCommand extends ConsoleCommand implements Runnable {

  @Mixin private SpaceOptions space = new SpaceOptions();
  @Mixin private StudyOptions options = new StudyOptions();

  @Option(
      names = "--trials",
      paramLabel = "N",
      description = "How many trials the study may have, earlier ones included.")
  private @Nullable Integer trials;

  @Override
  public void run() {
    options.check();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    StudySetup setup = setup(in);
    try (StoredStudy study =
        options.location().isPresent()
            ? options.open(options.location().get(), setup)
            : options.open(() -> StudyStore.inMemory(setup.header()), setup)) {
      converse(study, in);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private StudySetup setup(BufferedReader in) {
    if (space.isInFirstLine()) {
      try {
        space.readFrom(in.readLine());
      } catch (IOException e) {
        throw unreadable(e);
      }
    }
    StudySetup setup = options.setup(space.description(), options.location()).evaluatedElsewhere();
    if (trials == null) {
      return setup;
    }
    EvaluationOptions.requirePositive("--trials", trials);
    return setup.budget(trials);
  }

  private static UncheckedIOException unreadable(IOException e) {
    return new UncheckedIOException("standard input could not be read: " + e.getMessage(), e);
  }

  private void converse(StoredStudy study, BufferedReader in) throws IOException {
    AskTellSession session = new AskTellSession(study);
    study.store().changes().forEach(change -> err().println("note: " + change));
    study.substitution().ifPresent(sentence -> err().println("note: " + sentence));
    options.adopt(study, err());
    err().flush();
    // Nobody hears the answers when the output is gone.
    for (String line = in.readLine(); line != null && !out().checkError(); line = in.readLine()) {
      out().println(answer(session, line));
      out().flush();
    }
  }

  private String answer(AskTellSession session, String line) {
    try {
      return session.answer(line);
    } catch (StorageException e) {
      throw e;
    } catch (RuntimeException e) {
      out().println(AskTellSession.defect(e));
      throw e;
    }
  }
}
