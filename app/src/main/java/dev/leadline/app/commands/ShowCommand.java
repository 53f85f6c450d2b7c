package dev.leadline.app.commands;

import dev.leadline.app.execute.CommandTemplate;
import dev.leadline.app.execute.TrialValues;
import dev.leadline.app.exit.ExitCode;
import dev.leadline.app.exit.UserError;
import dev.leadline.app.report.BestText;
import dev.leadline.app.report.MlflowRuns;
import dev.leadline.app.report.Screen;
import dev.leadline.app.report.StudyPage;
import dev.leadline.app.report.StudyText;
import dev.leadline.app.report.StudyView;
import dev.leadline.app.report.TrialText;
import dev.leadline.search.Strategy;
import dev.leadline.server.json.CsvForm;
import dev.leadline.server.json.StudyExport;
import dev.leadline.space.Parameter;
import dev.leadline.storage.OptunaStorage;
import dev.leadline.storage.Salvage;
import dev.leadline.storage.StoredTrial;
import dev.leadline.storage.StudyFile;
import dev.leadline.storage.StudyLocation;
import dev.leadline.storage.StudySnapshot;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Prediction;
import dev.leadline.study.Trial;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code leadline show}: prints a study. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = {
      "Prints a study: its trials, the best settings, the command to use them and a plot.",
      "Works while the study runs, and needs no right to write."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  leadline show tune.db",
      "  leadline show tune.db --top 5",
      "  leadline show tune.db --trial 7",
      "  leadline show tune.db --page",
      "  leadline show tune.db --csv > tune.csv",
      "  leadline show tune.db --optuna sqlite:///optuna.db",
      "  leadline show damaged.db --salvage whole.db"
    })
public final class ShowCommand extends ConsoleCommand implements Runnable {

  @Parameters(
      paramLabel = "STUDY",
      converter = StudyLocationConverter.class,
      description = "A study: FILE.db or postgresql://HOST/DATABASE/NAME.")
  private StudyLocation location;

  @ArgGroup(exclusive = true, multiplicity = "0..1")
  private Form form = new Form();

  /** What is wanted instead of a page to read. */
  static final class Form {
    @Option(
        names = "--trial",
        paramLabel = "N",
        description =
            "Print this trial instead: its settings and command, what it measured and printed, and"
                + " what the model expects there.")
    private @Nullable Integer trial;

    @Option(
        names = "--top",
        paramLabel = "N",
        description = "Print the best N trials instead, with their settings and commands.")
    private @Nullable Integer top;

    @Option(
        names = "--csv",
        arity = "0..1",
        preprocessor = Alone.class,
        paramLabel = "FORM",
        description =
            "Print all trials as comma-separated values instead; --csv=spreadsheet marks texts that"
                + " begin like a formula with an apostrophe.")
    private @Nullable CsvForm csv;

    @Option(names = "--json", description = "Print the whole study as one JSON object instead.")
    private boolean json;

    @Option(
        names = "--page",
        arity = "0..1",
        fallbackValue = "",
        paramLabel = "FILE.html",
        description =
            "Write the study with charts of the model into one file for a browser"
                + " (default: beside the study, FILE.html).")
    private @Nullable String page;

    @Option(
        names = "--optuna",
        paramLabel = "URL",
        description =
            "Write the study into Optuna's storage in a SQLite file, sqlite:///FILE.db or"
                + " sqlite:///FILE.db?study=NAME.")
    private @Nullable String optuna;

    @Option(
        names = "--mlflow",
        paramLabel = "URL",
        description =
            "Add a run for every trial to an MLflow tracking server, such as http://localhost:5000"
                + " (with the token in $MLFLOW_TRACKING_TOKEN, if it wants one).")
    private @Nullable String mlflow;

    @Option(
        names = "--salvage",
        paramLabel = "NEW.db",
        description =
            "Write what is whole of a damaged study, or of all studies of a file, into a new one.")
    private @Nullable Path salvage;
  }

  /** What stands behind a lone --csv is the study, not the form. */
  static final class Alone implements IParameterPreprocessor {

    @Override
    public boolean preprocess(
        Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> info) {
      if (!"=".equals(info.get("separator"))) {
        words.push(CsvForm.EXACT.name());
      }
      return false; // the value is read as usual
    }
  }

  @Override
  public void run() {
    PrintWriter out = out();
    if (form.salvage != null) {
      salvage(out, form.salvage);
    } else if (form.page != null) {
      page(out, form.page);
    } else if (form.optuna != null) {
      OptunaStorage storage = OptunaStorage.parse(form.optuna);
      String name = storage.write(location.title(), location.read());
      out.println("study '%s' of %s".formatted(name, storage.file()));
    } else if (form.mlflow != null) {
      StudySnapshot study = location.read();
      int added =
          new MlflowRuns(form.mlflow, System.getenv("MLFLOW_TRACKING_TOKEN"))
              .add(
                  location.title(),
                  Problem.parseReadable(study.header().space()).objective(),
                  study.trials());
      out.println("%d runs added to the experiment '%s'".formatted(added, location.title()));
    } else if (form.trial != null) {
      trial(out, form.trial);
    } else if (form.top != null) {
      top(out, form.top);
    } else if (form.csv != null) {
      StudyExport.csv(location.read(), form.csv).forEach(line -> out.print(line + "\r\n"));
    } else {
      print(out, location.read());
    }
    out.flush();
  }

  private void trial(PrintWriter out, int number) {
    StudySnapshot study = location.read();
    StudyView view = view(location.toString(), study);
    StoredTrial trial =
        study.trials().stream()
            .filter(one -> one.number() == number)
            .findFirst()
            .orElseThrow(
                () ->
                    UserError.usage(
                        "expected --trial of one of the %d trials of %s, from 0, but got %d"
                            .formatted(study.trials().size(), location, number)));
    Optional<Prediction> expected;
    try (Strategy strategy = ModelSource.strategy(study.header().strategy())) {
      expected = view.expected(number, strategy);
    }
    Optional<String> command =
        trial.settings().isEmpty() ? Optional.empty() : command(view, trial.trial());
    TrialText.lines(location.ownPath(), trial, view.problem().objective(), command, expected)
        .forEach(out::println);
  }

  private void top(PrintWriter out, int most) {
    EvaluationOptions.requirePositive("--top", most);
    StudyView view = view(location.toString(), location.read());
    if (view.problem().several().isPresent()) {
      throw UserError.usage(
          "expected --top with one goal but %s has several; leadline show %s prints its front"
              .formatted(location, location));
    }
    List<String> lines =
        BestText.top(view.problem(), view.trials(), most, trial -> command(view, trial));
    if (lines.isEmpty()) {
      throw new UserError(
          ExitCode.FAILED,
          "%s has no trial with a value that keeps all limits yet".formatted(location));
    }
    lines.forEach(out::println);
  }

  private void page(PrintWriter out, String asked) {
    Path place = location.ownPath();
    Path page = asked.isEmpty() ? StudyPage.usual(place) : Path.of(asked);
    StudySnapshot study = location.read();
    StudyView view = view(location.toString(), study);
    Optional<String> command = view.best().flatMap(best -> command(view, best));
    try (Strategy strategy = ModelSource.strategy(study.header().strategy())) {
      StudyPage.write(location, study, strategy, command, page, Instant.now());
    }
    out.println("page: " + page);
  }

  private void print(PrintWriter out, StudySnapshot study) {
    String name = location.toString();
    StudyView view = view(name, study);
    if (form.json) {
      out.println(
          StudyExport.json(
              name,
              study,
              view.problem(),
              view.best(),
              view.recommendation(),
              number -> command(view, view.trial(number))));
    } else {
      Screen screen = Screen.of(Screen.Stream.OUT, System.getenv(), System.getProperties());
      new StudyText(location, study, view, trial -> command(view, trial), screen).print(out);
    }
  }

  private static StudyView view(String name, StudySnapshot study) {
    return StudyView.of(name, study, ModelSource::strategy);
  }

  /** The command that uses the settings of a trial, if the study tunes one. */
  private static Optional<String> command(StudyView view, Trial trial) {
    String command = view.header().command();
    if (command.isEmpty()) {
      return Optional.empty();
    }
    List<String> names =
        TrialValues.names(
            view.problem().space().parameters().stream().map(Parameter::name).toList());
    return Optional.of(CommandTemplate.reread(command, names).readyToPaste(trial));
  }

  private void salvage(PrintWriter out, Path target) {
    Salvage saved = Salvage.of(file(), target);
    out.println(
        "saved %d of %d trials of %s in %s"
            .formatted(saved.whole(), saved.whole() + saved.lost().size(), location, target));
    saved.lost().forEach(damage -> out.println("lost " + damage));
    if (saved.whole() == 0) {
      out.flush();
      throw new UserError(
          ExitCode.STORAGE, "no trial of %s is whole; restore a copy of it".formatted(location));
    }
  }

  private StudyFile file() {
    if (location instanceof StudyFile file) {
      return file;
    }
    throw UserError.usage(
        "expected a study file with --salvage but got %s; restore a copy of the database instead"
            .formatted(location));
  }
}
