package dev.leadline.server.api;

import dev.leadline.server.json.CsvForm;
import dev.leadline.server.json.StudyExport;
import dev.leadline.server.open.OpenStudy;
import dev.leadline.server.open.StudyState;
import dev.leadline.server.page.PageData;
import dev.leadline.server.page.SelfContainedPage;
import dev.leadline.server.page.TrialOutput;
import dev.leadline.server.route.Answer;
import dev.leadline.server.route.Call;
import dev.leadline.server.route.ProblemException;
import dev.leadline.server.route.Status;
import dev.leadline.storage.StoredTrial;
import dev.leadline.storage.StudySnapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Whole studies for other programs, and what their trials printed. */
final class ExportActions {

  private static final int MOST_OUTPUT = 1 << 16;

  private final StudyActions studies;
  private final Optional<Path> file;

  /**
   * @param location where the studies are; output lies beside a file, elsewhere it is not known
   */
  ExportActions(StudyActions studies, String location) {
    this.studies = studies;
    this.file =
        location.contains("://") || !Files.isRegularFile(Path.of(location))
            ? Optional.empty()
            : Optional.of(Path.of(location));
  }

  Answer csv(Call call) {
    StudyState state = studies.look(call.study());
    return Answer.text(
        "text/csv; charset=utf-8",
        StudyExport.csv(new StudySnapshot(state.header(), state.trials()), CsvForm.EXACT).stream()
            .collect(Collectors.joining("\r\n", "", "\r\n")));
  }

  Answer json(Call call) {
    OpenStudy open = studies.find(call.study());
    StudyState state = open.look();
    StudySnapshot snapshot = new StudySnapshot(state.header(), state.trials());
    return Answer.of(
        open.use(
            study -> {
              study.learn();
              return StudyExport.json(
                  state.name(),
                  snapshot,
                  state.problem(),
                  study.leader(),
                  study.front().isPresent() ? Optional.empty() : study.recommend(),
                  number -> Optional.empty());
            }));
  }

  /** Without what trials printed. */
  Answer page(Call call) {
    OpenStudy open = studies.find(call.study());
    StudyState state = open.look();
    StudySnapshot snapshot = new StudySnapshot(state.header(), state.trials());
    Instant now = Clock.systemUTC().instant();
    return Answer.text(
        "text/html; charset=utf-8",
        open.view(
            "page",
            state,
            strategy ->
                SelfContainedPage.of(
                    PageData.of(state.name(), snapshot, strategy, Map.of(), now))));
  }

  Answer output(Call call) {
    StoredTrial trial =
        studies.look(call.study()).row(call.trial()).orElseThrow(ExportActions::none).trial();
    TrialOutput output = file.flatMap(path -> read(path, trial)).orElseThrow(ExportActions::none);
    ObjectNode answer = JsonNodeFactory.instance.objectNode().put("output", output.text());
    return Answer.of(answer.put("truncated", output.isCut()));
  }

  private static Optional<TrialOutput> read(Path file, StoredTrial trial) {
    try {
      return TrialOutput.read(file, trial, MOST_OUTPUT);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ProblemException none() {
    return new ProblemException(
        Status.NOT_FOUND, "there is no output of this trial here; it lies with its worker");
  }
}
