package dev.leadline.app.report;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.app.exit.UserError;
import dev.leadline.search.Strategy;
import dev.leadline.server.page.PageData;
import dev.leadline.server.page.SelfContainedPage;
import dev.leadline.server.page.TrialOutput;
import dev.leadline.storage.StoredTrial;
import dev.leadline.storage.StudyLocation;
import dev.leadline.storage.StudySnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/** A study as one file for a browser, which can be mailed. */
public final class StudyPage {

  /** So many bytes of what a trial printed, and of all trials together, are part of the file. */
  private static final int PRINTED_BYTES = 4096;

  private static final int ALL_PRINTED_CHARACTERS = 1 << 20;

  private StudyPage() {}

  /** Where it is written unless the user says where: beside the study. */
  public static Path usual(Path study) {
    return OutputDirectory.of(study).page();
  }

  /**
   * Writes the file.
   *
   * @param strategy that the study remembers: its model is shown
   * @param command the command that uses the best settings, if the study tunes one
   * @throws UserError if that is not possible
   */
  public static void write(
      StudyLocation study,
      StudySnapshot snapshot,
      Strategy strategy,
      Optional<String> command,
      Path target,
      Instant now) {
    try {
      ObjectNode data =
          PageData.of(study.title(), snapshot, strategy, outputs(study.ownPath(), snapshot), now);
      command.ifPresent(
          words -> ((ObjectNode) data.get("study").get("best")).put("command", words));
      Files.writeString(target, SelfContainedPage.of(data));
    } catch (IOException e) {
      throw new UserError(
          ExitCode.STORAGE,
          "the page cannot be written to %s; check the directory".formatted(target),
          e);
    }
  }

  /** What trials printed, the newest first until there is enough. */
  private static Map<Integer, TrialOutput> outputs(Path study, StudySnapshot snapshot)
      throws IOException {
    Map<Integer, TrialOutput> outputs = new TreeMap<>();
    int room = ALL_PRINTED_CHARACTERS;
    for (int i = snapshot.trials().size() - 1; i >= 0 && room > 0; i--) {
      StoredTrial trial = snapshot.trials().get(i);
      Optional<TrialOutput> output = TrialOutput.read(study, trial, PRINTED_BYTES);
      if (output.isPresent()) {
        outputs.put(trial.number(), output.get());
        room -= output.get().text().length();
      }
    }
    return outputs;
  }
}
