package dev.leadline.app.commands;

import dev.leadline.app.execute.CommandTemplate;
import dev.leadline.app.execute.ConfigTemplate;
import dev.leadline.app.execute.SystemText;
import dev.leadline.app.execute.TrialValues;
import dev.leadline.app.execute.TuningPlan;
import dev.leadline.app.exit.UserError;
import dev.leadline.app.metrics.CurveSource;
import dev.leadline.app.metrics.Metric;
import dev.leadline.app.metrics.ResultSource;
import dev.leadline.space.Parameter;
import dev.leadline.space.Space;
import dev.leadline.storage.Budget;
import dev.leadline.storage.problem.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options that say how trials are evaluated on this machine. */
final class EvaluationOptions {

  @Option(
      names = "--time",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "Start no trial after this time, for example 10m or 1h30m.")
  private @Nullable Duration time;

  @Option(
      names = "--parallel",
      paramLabel = "K",
      defaultValue = "1",
      description = "How many trials run at the same time (default: ${DEFAULT-VALUE}).")
  private int parallel;

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "Kill a trial and all it started after this time, for example 30s.")
  private @Nullable Duration timeout;

  @Option(
      names = "--repeat",
      paramLabel = "K",
      defaultValue = "1",
      description = "Measure every trial K times and take the median (default: ${DEFAULT-VALUE}).")
  private int repeat;

  @Option(
      names = "--template",
      paramLabel = "SRC:DST",
      description = "Before each trial, copy the file SRC to DST with every {name} replaced.")
  private List<String> templates = new ArrayList<>();

  @ArgGroup(exclusive = true, multiplicity = "0..1")
  private @Nullable MetricOptions metric;

  @Option(
      names = "--metric",
      paramLabel = "NAME=WHERE",
      description = {
        "Where something stands that has a limit: p99=regex:PATTERN or p99=json:KEY; repeat for"
            + " more.",
        "Else it is the number behind its name."
      })
  private List<String> metrics = new ArrayList<>();

  @Option(
      names = "--jmh",
      paramLabel = "JAR",
      description = {
        "Tune a JMH benchmark in this jar: COMMAND is what JMH is to run, such as MyBenchmark.parse.",
        "Settings that it does not mention are JMH's parameters; every trial is a fork."
      })
  private @Nullable Path jmh;

  @Option(
      names = "--step",
      paramLabel = "WHERE",
      description = {
        "Where a line with a value says after which step: regex:PATTERN or json:KEY, for --early.",
        "Else it is the number behind the word step, or lines are counted."
      })
  private @Nullable String step;

  @Option(
      names = "--pass-env",
      paramLabel = "NAME",
      description =
          "Let the program have this variable with a secret of leadline's own, which it does not"
              + " inherit: PGPASSWORD, LEADLINE_TOKEN or LEADLINE_TLS_PASSWORD; repeat for more.")
  private List<String> secrets = new ArrayList<>();

  /** Where the value stands in the output; with its name or last if nothing is said. */
  static final class MetricOptions {
    @Option(
        names = "--regex",
        paramLabel = "PATTERN",
        description = "The value is the first group of the last match.")
    private @Nullable String regex;

    @Option(
        names = "--json",
        paramLabel = "KEY",
        description = "The value stands under this key of the last JSON object printed.")
    private @Nullable String json;

    Metric metric() {
      if (json != null && json.isBlank()) {
        throw UserError.usage("expected --json KEY, for example stats.p99, but got an empty text");
      }
      return regex != null ? Metric.Regex.parse(regex) : new Metric.JsonKey(String.valueOf(json));
    }
  }

  /** A time, or that after which no trial is started, whichever is shorter. */
  Duration within(Duration most) {
    return time == null || time.compareTo(most) > 0 ? most : time;
  }

  /** Whether the same settings are known to give different values. */
  boolean isNoisy() {
    return jmh != null;
  }

  List<String> templates() {
    return templates;
  }

  /** The options that say how one measurement is made, as words that can be read again. */
  List<String> words() {
    List<String> words = new ArrayList<>();
    if (timeout != null) {
      words.add("--timeout=" + timeout.toMillis() + "ms");
    }
    templates.forEach(template -> words.add("--template=" + template));
    if (metric != null) {
      words.add(metric.regex != null ? "--regex=" + metric.regex : "--json=" + metric.json);
    }
    metrics.forEach(where -> words.add("--metric=" + where));
    secrets.forEach(name -> words.add("--pass-env=" + name));
    return words;
  }

  /**
   * How the trials of a problem are evaluated on this machine.
   *
   * @param budget how many trials the study may have
   */
  TuningPlan plan(Problem problem, List<String> command, Optional<Budget> budget) {
    return plan(problem, command, budget, CommandTemplate::parse);
  }

  /** How the trials of a problem are evaluated on other machines; see {@link #plan}. */
  TuningPlan planElsewhere(Problem problem, List<String> command, Optional<Budget> budget) {
    if (!templates.isEmpty()) {
      throw UserError.usage(
          "--template writes files on this machine, which trials on a cluster do not see; pass"
              + " settings as {name} or LEADLINE_name");
    }
    return plan(problem, command, budget, CommandTemplate::elsewhere);
  }

  private TuningPlan plan(
      Problem problem,
      List<String> command,
      Optional<Budget> budget,
      BiFunction<List<String>, Collection<String>, CommandTemplate> reader) {
    requirePositive("--parallel", parallel);
    requirePositive("--repeat", repeat);
    if (repeat > 1 && problem.early().isPresent()) {
      throw UserError.usage(
          "expected --repeat without a rule that ends trials early, whose curves begin once; remove"
              + " one");
    }
    requireSecrets();
    requireText("the space", problem.canonicalText());
    requireText("the command", String.join(" ", command));
    List<String> parameters = problem.space().parameters().stream().map(Parameter::name).toList();
    List<String> names = TrialValues.names(parameters);
    List<ConfigTemplate> configs = ConfigTemplate.parse(templates, names);
    if (parallel > 1 && !configs.stream().allMatch(ConfigTemplate::isPerTrial)) {
      throw UserError.usage(
          "expected {trial} in the destination of --template when trials run in parallel, so that"
              + " each has its own file, for example SRC:conf-{trial}.ini");
    }
    CommandTemplate template =
        reader.apply(jmh == null ? command : forkOf(jmh, command, parameters), names);
    requireFlags("the command", template.switches(), problem.space());
    configs.forEach(config -> requireFlags("--template", config.switches(), problem.space()));
    ResultSource source = source(problem);
    return new TuningPlan(
        template,
        configs,
        source,
        reports(problem, source),
        budget,
        Optional.ofNullable(time),
        parallel,
        Optional.ofNullable(timeout),
        repeat,
        Set.copyOf(secrets));
  }

  /**
   * The command that runs one fork of a JMH benchmark and prints its result as JSON: settings that
   * the arguments do not mention are JMH's parameters.
   */
  private static List<String> forkOf(Path jar, List<String> arguments, List<String> parameters) {
    if (!Files.isRegularFile(jar)) {
      throw UserError.usage(
          "expected --jmh with the jar that runs the benchmarks but there is none at %s; build it first"
              .formatted(jar));
    }
    List<String> words = new ArrayList<>(List.of("java", "-jar", jar.toString()));
    words.addAll(arguments);
    Set<String> mentioned =
        CommandTemplate.elsewhere(arguments, TrialValues.names(parameters)).names();
    for (String parameter : parameters) {
      if (!mentioned.contains(parameter)) {
        words.add("-p%1$s={%1$s}".formatted(parameter)); // one word goes if it does not count
      }
    }
    if (!arguments.contains("-f")) {
      words.addAll(List.of("-f", "1")); // every trial is a fork
    }
    words.addAll(List.of("-rf", "json", "-rff", "/dev/stdout", "-o", "/dev/stderr"));
    return words;
  }

  private void requireSecrets() {
    for (String name : secrets) {
      if (!TuningPlan.SECRETS.contains(name)) {
        throw UserError.usage(
            "expected --pass-env with one of %s but got '%s'; all other variables are passed anyway"
                .formatted(String.join(", ", TuningPlan.SECRETS), name));
      }
    }
  }

  /** What is never true would choose the second text always. */
  private static void requireFlags(String where, Set<String> switches, Space space) {
    for (String name : switches) {
      if (space.parameters().stream()
          .noneMatch(parameter -> parameter.name().equals(name) && canBeTrue(parameter))) {
        throw UserError.usage(
            "%s: expected a flag in {%s?yes:no} but '%s' is never true; write {%s} for its value"
                .formatted(where, name, name, name));
      }
    }
  }

  private static boolean canBeTrue(Parameter parameter) {
    try {
      parameter.parse("true");
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Values as trials go are read for a rule that ends some early, or where steps are named. */
  private Optional<CurveSource> reports(Problem problem, ResultSource source) {
    if (step == null) {
      return problem.early().map(rule -> new CurveSource(source.value(), CurveSource.USUAL_STEP));
    }
    return Optional.of(new CurveSource(source.value(), Metric.place("--step ", step)));
  }

  /**
   * Where several things are measured each is read by its name, unless it is said to be elsewhere.
   */
  private ResultSource source(Problem problem) {
    Map<String, Metric> further = new LinkedHashMap<>();
    for (String name : problem.metrics()) {
      further.put(name, jmh == null ? new Metric.Named(name) : new Metric.JmhMetric(name));
    }
    Set<String> placed = new HashSet<>();
    for (String text : metrics) {
      Map.Entry<String, Metric> where = Metric.parse(text);
      if (!placed.add(where.getKey())) {
        throw UserError.usage(
            "--metric %s: expected one place of '%s' but got another; leave one out"
                .formatted(text, where.getKey()));
      }
      if (further.replace(where.getKey(), where.getValue()) == null) {
        throw UserError.usage(
            "--metric %s: expected one of the metrics %s but got '%s'"
                .formatted(text, further.keySet(), where.getKey()));
      }
    }
    Metric usual =
        further.isEmpty()
            ? new Metric.NamedOrLast(problem.objective())
            : new Metric.Named(problem.objective());
    if (jmh != null) {
      usual = new Metric.JmhScore(problem.direction());
      further.put(Metric.JmhMetric.ERROR, new Metric.JmhMetric(Metric.JmhMetric.ERROR));
    }
    return new ResultSource(metric == null ? usual : metric.metric(), further, Map.of());
  }

  static void requirePositive(String option, int number) {
    if (number < 1) {
      throw UserError.usage("expected %s of 1 or more but got %d".formatted(option, number));
    }
  }

  /** Settings and arguments reach the program as they are written, or not at all. */
  private static void requireText(String where, String text) {
    if (text.indexOf('\0') >= 0) {
      throw UserError.usage(
          "%s has a character 0, which cannot reach a program; remove it".formatted(where));
    }
    SystemText system = SystemText.ofThisProcess();
    system
        .firstLost(text)
        .ifPresent(
            lost -> {
              throw UserError.usage(
                  "%s has the character '%s', which cannot reach a program in this locale (%s); run the same command with LC_ALL=C.UTF-8"
                      .formatted(where, lost, system.encodings().get(0)));
            });
  }
}
