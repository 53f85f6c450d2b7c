package dev.leadline.app.commands;

import dev.leadline.app.exit.UserError;
import dev.leadline.early.EarlyStop;
import dev.leadline.space.Configuration;
import dev.leadline.space.Parameter;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceBuilder;
import dev.leadline.storage.problem.InlineParameter;
import dev.leadline.storage.problem.InlineSettings;
import dev.leadline.storage.problem.Problem;
import dev.leadline.storage.problem.SpaceFile;
import dev.leadline.storage.problem.StudyDescription;
import dev.leadline.study.Direction;
import dev.leadline.study.Goal;
import dev.leadline.study.Goals;
import dev.leadline.study.Limit;
import dev.leadline.study.StopRule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say what is to be optimised; shared by the commands that suggest. */
final class SpaceOptions {

  @Option(
      names = "--space",
      paramLabel = "FILE",
      description = "A YAML file with the parameters, their ranges and the goal.")
  private @Nullable Path file;

  private @Nullable String firstLine;

  @Option(
      names = "--param",
      paramLabel = "NAME=KIND:RANGE",
      description = {
        "A parameter, instead of a file; repeat for more:",
        "heap=integer:256..4096:log, ratio=real:0..1, gc=choice:g1,parallel,z, size=ordinal:s,m,l,"
            + " strings=flag"
      })
  private List<String> inline = new ArrayList<>();

  @Option(
      names = "--require",
      paramLabel = "EXPRESSION",
      description = "A constraint, for example 'min_pool <= max_pool'; repeat for more.")
  private List<String> constraints = new ArrayList<>();

  @Option(
      names = "--limit",
      paramLabel = "LIMIT",
      description =
          "A limit on something that is measured, for example 'p99_ms <= 50'; repeat for more.")
  private List<String> limits = new ArrayList<>();

  @Option(
      names = "--default",
      paramLabel = "NAME=VALUE,...",
      description =
          "What parameters are taken to be where settings do not name them: in --try, --from, and"
              + " trials from before a parameter was added.")
  private List<String> defaults = new ArrayList<>();

  @Option(
      names = "--baseline",
      paramLabel = "NAME=VALUE,...",
      description =
          "The settings of today, as defaults of all parameters: they are tried first, and results"
              + " are compared with theirs.")
  private @Nullable String baseline;

  @Option(
      names = "--no-baseline",
      description = "Do not try the defaults first, though all parameters have one.")
  private boolean noBaseline;

  @Option(
      names = "--when",
      paramLabel = "NAME:CONDITION",
      description =
          "A parameter counts only where a condition holds, for example \"region:gc == 'g1'\";"
              + " repeat for more.")
  private List<String> conditions = new ArrayList<>();

  @Option(
      names = {"--maximise", "--maximize"},
      description = "Larger values are better.")
  private boolean maximise;

  @Option(
      names = {"--minimise", "--minimize"},
      description = "Smaller values are better (the default).")
  private boolean minimise;

  @Option(
      names = "--goal",
      paramLabel = "minimise:METRIC",
      description =
          "One of two or three goals, for example minimise:latency_ms or maximise:hits; repeat for"
              + " each.")
  private List<String> goals = new ArrayList<>();

  @Option(
      names = "--reference",
      paramLabel = "METRIC=VALUE,...",
      description =
          "With several goals, what a trial has to better to count; inferred from the trials"
              + " unless given.")
  private @Nullable String reference;

  @Option(
      names = "--try",
      paramLabel = "NAME=VALUE,...",
      description =
          "Settings to try first, for example heap=512,gc=g1; repeat for more. What is left out"
              + " has its default.")
  private List<String> start = new ArrayList<>();

  @Option(
      names = "--stop",
      paramLabel = "RULE",
      description =
          "Stop when this holds, for example 'best <= 0.4' or 'stalled >= 20 or chance < 0.05';"
              + " repeat for more. Words: trials, failed, best, stalled, minutes, cost, chance,"
              + " gain.")
  private List<String> stop = new ArrayList<>();

  @Option(
      names = "--early",
      paramLabel = "RULE",
      description =
          "End trials that will not become good by what they print as they go: asha, median or"
              + " model, with numbers such as 'asha first=2 factor=4' or 'model chance=0.02'.")
  private @Nullable String early;

  /** Whether the space is the first line of the standard input: no file has to be left behind. */
  boolean isInFirstLine() {
    return Path.of("-").equals(file);
  }

  /** Takes the first line of the input, null if there is none. */
  void readFrom(@Nullable String line) {
    firstLine = Optional.ofNullable(line).orElse("");
  }

  /** Whether the defaults are not to be tried first. */
  boolean isWithoutBaseline() {
    return noBaseline;
  }

  /** What the options describe. */
  StudyDescription description() {
    StudyDescription described = described();
    Space space = described.problem().space();
    List<Configuration> all = new ArrayList<>(described.start());
    for (String text : start) {
      all.add(checked("--try " + text, () -> space.require(settings(text, space.parameters()))));
    }
    Problem problem = aimed(described.problem());
    for (String text : stop) {
      Problem before = problem;
      problem = checked("--stop", () -> before.until(StopRule.parse(text)));
    }
    for (String text : limits) {
      Problem before = problem;
      problem = checked("--limit", () -> before.within(Limit.parse(text)));
    }
    Optional<EarlyStop> rule =
        Optional.ofNullable(early).map(text -> checked("--early", () -> EarlyStop.parse(text)));
    StudyDescription whole =
        new StudyDescription(
            problem.endingEarly(rule.or(described.problem()::early)),
            all,
            described.related(),
            described.places());
    return noBaseline ? whole : whole.fromBaseline();
  }

  /** The problem with the goals of the command line, if there are any. */
  private Problem aimed(Problem problem) {
    if (goals.isEmpty() && reference == null) {
      return problem;
    }
    if (!goals.isEmpty() && (asked().isPresent() || problem.several().isPresent())) {
      throw UserError.usage(
          "expected the goals in one place but --goal comes with %s; leave one out"
              .formatted(maximise ? "--maximise" : minimise ? "--minimise" : "those of the file"));
    }
    Goals all =
        goals.isEmpty()
            ? problem
                .several()
                .orElseThrow(() -> UserError.usage("expected --reference with several goals"))
            : checked("--goal", () -> new Goals(parsedGoals(), Map.of()));
    String given = reference;
    Goals aims =
        given == null
            ? all
            : checked("--reference", () -> all.beyond(InlineSettings.numbers(given)));
    return checked("--goal", () -> problem.with(aims));
  }

  private List<Goal> parsedGoals() {
    return goals.stream().map(Goal::parse).toList();
  }

  /** The direction that the options ask for, if they do. */
  private Optional<Direction> asked() {
    if (maximise && minimise) {
      throw UserError.usage("expected --minimise or --maximise, not both; leave one out");
    }
    if (minimise) {
      return Optional.of(Direction.MINIMISE);
    }
    return maximise ? Optional.of(Direction.MAXIMISE) : Optional.empty();
  }

  private StudyDescription described() {
    if ((file == null) == inline.isEmpty()) {
      throw UserError.usage(
          "expected --space FILE or --param NAME=KIND:RANGE"
              + (file == null ? " but got neither" : ", not both"));
    }
    Optional<Direction> asked = asked();
    if (file != null) {
      StudyDescription described =
          firstLine == null
              ? SpaceFile.describe(file, asked)
              : SpaceFile.describe("space", firstLine, asked);
      return new StudyDescription(
          extended(described.problem()),
          described.start(),
          described.related(),
          described.places());
    }
    Direction direction = asked.orElse(Direction.MINIMISE);
    return new StudyDescription(
        new Problem(inlineSpace(), direction, Problem.UNNAMED), List.of(), List.of(), Map.of());
  }

  private static Configuration settings(String text, List<Parameter> parameters) {
    return InlineSettings.parse(text, parameters);
  }

  /** Runs something that rejects bad values and says which option has them. */
  private static <T> T checked(String option, Supplier<T> work) {
    try {
      return work.get();
    } catch (IllegalArgumentException e) {
      throw UserError.usage(option + ": " + e.getMessage());
    }
  }

  /** A short name for files of this problem. */
  String name() {
    if (file == null) {
      return "leadline";
    }
    return String.valueOf(file.getFileName()).replaceFirst("(?<=.)\\.[A-Za-z0-9]+$", "");
  }

  private Space inlineSpace() {
    SpaceBuilder builder = Space.builder();
    List<Parameter> parameters = inline.stream().map(InlineParameter::parse).toList();
    parameters.forEach(builder::parameter);
    return build(builder, parameters);
  }

  /** The problem of a file with what the command line adds to it. */
  private Problem extended(Problem problem) {
    if (constraints.isEmpty() && defaults.isEmpty() && conditions.isEmpty() && baseline == null) {
      return problem;
    }
    SpaceBuilder builder = Space.builder();
    problem.space().parameters().forEach(builder::parameter);
    builder.defaults(problem.space().defaults());
    problem.space().conditions().forEach((name, when) -> builder.when(name, when.description()));
    problem.space().constraints().forEach(constraint -> builder.require(constraint.description()));
    return problem.in(build(builder, problem.space().parameters()));
  }

  private Space build(SpaceBuilder builder, List<Parameter> parameters) {
    Set<String> given = new HashSet<>();
    for (String text : defaults) {
      setDefaults(builder, "--default", text, parameters, given);
    }
    if (baseline != null) {
      setDefaults(builder, "--baseline", baseline, parameters, given);
    }
    for (String text : conditions) {
      int colon = text.indexOf(':');
      if (colon < 1) {
        throw UserError.usage("expected --when NAME:CONDITION but got '%s'".formatted(text));
      }
      builder.when(text.substring(0, colon).strip(), text.substring(colon + 1).strip());
    }
    constraints.forEach(builder::require);
    Space space = builder.build();
    if (baseline != null) {
      checked("--baseline " + baseline, () -> space.require(space.defaults()));
    }
    return space;
  }

  private static void setDefaults(
      SpaceBuilder builder,
      String option,
      String text,
      List<Parameter> parameters,
      Set<String> given) {
    Configuration settings = checked(option + " " + text, () -> settings(text, parameters));
    for (String name : settings.values().keySet()) {
      if (!given.add(name)) {
        throw UserError.usage(
            "%s %s: expected one default of '%s' but got another; leave one out"
                .formatted(option, text, name));
      }
    }
    builder.defaults(settings);
  }
}
