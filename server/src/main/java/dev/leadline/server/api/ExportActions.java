package dev.leadline.server.api;

import dev.leadline.server.json.CsvForm;
import dev.leadline.server.json.StudyExport;
import dev.leadline.server.open.OpenStudy;
import dev.leadline.server.open.StudyState;
import dev.leadline.server.open.WorkerOutputs;
import dev.leadline.server.page.PageData;
import dev.leadline.server.page.SelfContainedPage;
import dev.leadline.server.page.TrialOutput;
import dev.leadline.server.route.Answer;
import dev.leadline.server.route.Call;
import dev.leadline.server.route.ProblemException;
import dev.leadline.server.route.Status;
import dev.leadline.storage.StoredState;
import dev.leadline.storage.StoredTrial;
import dev.leadline.storage.StudySnapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
    Optional<Set<Integer>> chosen = call.parameter("trials").map(ExportActions::numbers);
    List<StoredTrial> trials =
        state.trials().stream()
            .filter(trial -> chosen.isEmpty() || chosen.get().contains(trial.number()))
            .toList();
    return Answer.text(
        "text/csv; charset=utf-8",
        StudyExport.csv(new StudySnapshot(state.header(), trials), CsvForm.EXACT).stream()
            .collect(Collectors.joining("\r\n", "", "\r\n")));
  }

  private static Set<Integer> numbers(String text) {
    if (!text.matches("\\d{1,9}(,\\d{1,9})*")) {
      throw Status.BAD_REQUEST.problem(
          "expected numbers of trials with commas between them but got '%s'".formatted(text));
    }
    return Stream.of(text.split(",")).map(Integer::valueOf).collect(Collectors.toSet());
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

  /** Its end: what a worker elsewhere passed on, else what lies beside the study's file. */
  Answer output(Call call) {
    OpenStudy open = studies.find(call.study());
    StoredTrial trial =
        open.look()
            .row(call.trial())
            .orElseThrow(() -> none("there is no trial " + call.trial()))
            .trial();
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    Optional<WorkerOutputs.Printed> elsewhere = open.printed(trial.number());
    if (elsewhere.isPresent()) {
      WorkerOutputs.Printed printed = elsewhere.get();
      answer.put("output", printed.text()).put("truncated", printed.isCut());
      return Answer.of(answer.put("place", printed.place()));
    }
    Optional<TrialOutput> here = file.flatMap(path -> read(path, trial));
    if (here.isEmpty() && trial.state() == StoredState.RUNNING && trial.output() == null) {
      return Answer.of(answer.put("output", "").put("truncated", false)); // it may still come
    }
    TrialOutput output =
        here.orElseThrow(() -> none("what it printed is not here but " + where(trial.output())));
    return Answer.of(answer.put("output", output.text()).put("truncated", output.isCut()));
  }

  private static String where(@Nullable String output) {
    return output == null || !output.contains(":")
        ? "with its worker, below the directory in which that was started"
        : "in " + output;
  }

  private static Optional<TrialOutput> read(Path file, StoredTrial trial) {
    try {
      return TrialOutput.read(file, trial, MOST_OUTPUT);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ProblemException none(String why) {
    return Status.NOT_FOUND.problem(why);
  }
}
