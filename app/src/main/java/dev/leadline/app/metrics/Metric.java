package dev.leadline.app.metrics;

import dev.leadline.app.exit.UserError;
import dev.leadline.study.Direction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** How the value of a trial is found in what its command printed. Immutable and thread-safe. */
public sealed interface Metric {

  /** The value, if it is there and clear. */
  Reading find(Path stdout, Path stderr) throws IOException;

  /** All that stands in one line, in order. */
  default List<Reading> readings(String line) {
    return List.of();
  }

  /** What finds values in the lines after this one. */
  default Metric after(String line) {
    return this;
  }

  /** Whether a result is one without it. */
  default boolean isOptional() {
    return false;
  }

  /** What is looked for, to end the sentence "the metric did not appear: expected …". */
  String expectation();

  /**
   * Reads where a named metric stands, such as {@code p99=regex:PATTERN} or {@code p99=json:KEY}.
   *
   * @throws UserError if the text is not of this form
   */
  static Map.Entry<String, Metric> parse(String text) {
    int equals = text.indexOf('=');
    if (equals < 1) {
      throw UserError.usage(
          "expected --metric NAME=regex:PATTERN or NAME=json:KEY but got '%s'".formatted(text));
    }
    String name = text.substring(0, equals);
    return Map.entry(name.strip(), place("--metric " + name + "=", text.substring(equals + 1)));
  }

  /**
   * Reads where something stands: {@code regex:PATTERN} or {@code json:KEY}.
   *
   * @param option what the user wrote before it, for messages
   * @throws UserError if the text is not of this form
   */
  static Metric place(String option, String text) {
    Matcher form = Pattern.compile("(regex|json):(.+)", Pattern.DOTALL).matcher(text);
    if (!form.matches()) {
      throw UserError.usage(
          "expected %1$sregex:PATTERN or %1$sjson:KEY but got '%2$s'".formatted(option, text));
    }
    return form.group(1).equals("json") ? new JsonKey(form.group(2)) : Regex.parse(form.group(2));
  }

  /** The last number on standard output. */
  record LastNumber() implements Metric {

    @Override
    public Reading find(Path stdout, Path stderr) throws IOException {
      return last(stdout, this::readings);
    }

    @Override
    public List<Reading> readings(String line) {
      return NumberText.all(line);
    }

    @Override
    public String expectation() {
      return "a number on standard output";
    }
  }

  /** The first group of the last match of a pattern on standard output, else standard error. */
  record Regex(Pattern pattern) implements Metric {

    public static Regex parse(String expression) {
      try {
        return new Regex(Pattern.compile(expression));
      } catch (PatternSyntaxException e) {
        throw UserError.usage(
            "'%s' is no regular expression: %s"
                .formatted(expression, e.getDescription().toLowerCase(Locale.ROOT)));
      }
    }

    @Override
    public Reading find(Path stdout, Path stderr) throws IOException {
      Reading found = last(stdout, this::readings);
      return found.isPresent() ? found : last(stderr, this::readings);
    }

    @Override
    public List<Reading> readings(String line) {
      List<Reading> readings = new ArrayList<>();
      Matcher matcher = pattern.matcher(line);
      while (matcher.find()) {
        if (matcher.groupCount() > 0 && matcher.group(1) != null) {
          readings.add(NumberText.whole(matcher.group(1)));
        } else {
          NumberText.named(matcher.group()).stream().limit(1).forEach(readings::add);
        }
      }
      return readings;
    }

    @Override
    public String expectation() {
      return pattern.matcher("").groupCount() > 0
          ? "a line that matches '%s'".formatted(pattern)
          : "a number in what matches '%s', which has no group in parentheses around the value,"
              .formatted(pattern);
    }
  }

  /**
   * The number that is printed with a name, on standard output or else standard error: the one
   * behind its last mention, or where none stands behind any the one before it, as in {@code 450
   * tps}.
   */
  record Named(String name) implements Metric {

    private static final String THEN =
        "[\"')\\]]*\\s*(?:[=-]>|[=:|]|is\\b)?\\s*[\"']?(?=[-+.\\dni\u2212])";
    private static final String END = "(?=\\s*(?:[,;)|\\]]|$))";

    @Override
    public Reading find(Path stdout, Path stderr) throws IOException {
      Reading found = find(stdout);
      return found.isPresent() ? found : find(stderr);
    }

    private Reading find(Path file) throws IOException {
      Pattern first = mention(THEN);
      Reading found = last(file, line -> behind(first, line));
      Pattern second = mention(END);
      return found.isPresent() ? found : last(file, line -> before(second, line));
    }

    private Pattern mention(String rest) {
      return Pattern.compile(
          "(?<![\\w.-])" + Pattern.quote(name) + "(?![\\w.-])" + rest, Pattern.CASE_INSENSITIVE);
    }

    @Override
    public List<Reading> readings(String line) {
      List<Reading> readings = behind(mention(THEN), line);
      return readings.isEmpty() ? before(mention(END), line) : readings;
    }

    private static List<Reading> behind(Pattern mention, String line) {
      return mention
          .matcher(line)
          .results()
          .flatMap(found -> NumberText.first(line.substring(found.end())).stream())
          .toList();
    }

    private static List<Reading> before(Pattern mention, String line) {
      return mention
          .matcher(line)
          .results()
          .flatMap(found -> NumberText.last(line.substring(0, found.start()).strip()).stream())
          .toList();
    }

    @Override
    public String expectation() {
      return "a line like '%s = 1.5' or a JSON object with that key".formatted(name);
    }
  }

  /** The number that is printed with a name; where none is, the last one on standard output. */
  record NamedOrLast(Named named, LastNumber otherwise) implements Metric {

    public NamedOrLast(String name) {
      this(new Named(name), new LastNumber());
    }

    @Override
    public Reading find(Path stdout, Path stderr) throws IOException {
      Reading found = named.find(stdout, stderr);
      return found.isPresent() ? found : otherwise.find(stdout, stderr);
    }

    @Override
    public List<Reading> readings(String line) {
      List<Reading> readings = named.readings(line);
      return readings.isEmpty() ? otherwise.readings(line) : readings;
    }

    @Override
    public Metric after(String line) {
      return named.readings(line).isEmpty() ? this : named;
    }

    @Override
    public String expectation() {
      return otherwise.expectation();
    }
  }

  /** A key of the last JSON object on standard output; dots lead into nested objects. */
  record JsonKey(String key) implements Metric {

    private static final int MAX_LINES = 20_000;
    private static final JsonMapper MAPPER =
        JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS) // as Python writes NaN
            .build();

    @Override
    public Reading find(Path stdout, Path stderr) throws IOException {
      Deque<String> lines = new ArrayDeque<>();
      OutputLines.forEach(
          stdout,
          line -> {
            lines.add(line);
            if (lines.size() > MAX_LINES) {
              lines.remove();
            }
          });
      return lastObject(lines);
    }

    /* An object starts at a line that starts with a brace. The last such line from which the rest
    of the output parses wins; objects on one line each are the common case. */
    private Reading lastObject(Deque<String> lines) {
      StringBuilder text = new StringBuilder();
      while (!lines.isEmpty()) {
        String line = lines.removeLast();
        text.insert(0, line + "\n");
        if (line.stripLeading().startsWith("{")) {
          Reading value = valueIn(text.toString());
          if (value.isPresent()) {
            return value;
          }
          if (line.stripTrailing().endsWith("}")) {
            text.setLength(0);
          }
        }
      }
      return Reading.none();
    }

    @Override
    public List<Reading> readings(String line) {
      Reading value = line.stripLeading().startsWith("{") ? valueIn(line) : Reading.none();
      return value.isPresent() ? List.of(value) : List.of();
    }

    private Reading valueIn(String text) {
      try {
        JsonNode node = MAPPER.readTree(text);
        for (String step : key.split("\\.", -1)) {
          node = node.isNull() ? node : node.path(step);
        }
        if (node.isNull()) {
          return Reading.of(Double.NaN); // as JavaScript writes NaN
        }
        if (node.isNumber()) {
          return Reading.of(node.doubleValue(Double.NaN)); // a whole number may be too large
        }
        return node.isString() ? NumberText.whole(node.stringValue()) : Reading.none();
      } catch (JacksonException e) {
        return Reading.none();
      }
    }

    @Override
    public String expectation() {
      return "a JSON object with a number under '%s' on standard output".formatted(key);
    }
  }

  /** The score of the only benchmark in JMH's result, which is all of standard output. */
  record JmhScore(Direction direction) implements Metric {

    @Override
    public Reading find(Path stdout, Path stderr) throws IOException {
      List<JsonNode> results = JmhMetric.results(stdout);
      if (results.size() != 1) {
        return results.isEmpty()
            ? Reading.none()
            : Reading.unclear(
                "it ran %d, %s and %s among them; name one"
                    .formatted(
                        results.size(),
                        JmhMetric.title(results.get(0)),
                        JmhMetric.title(results.get(1))));
      }
      JsonNode result = results.get(0);
      String mode = result.path("mode").asString("");
      if (mode.equals("thrpt") != (direction == Direction.MAXIMISE)) {
        return Reading.unclear(
            "its mode is %s, where %s is better; choose the mode by -bm, or --maximise and --minimise"
                .formatted(mode, mode.equals("thrpt") ? "more" : "less"));
      }
      JsonNode metric = result.path("primaryMetric");
      Reading score = JmhMetric.number(metric.path("score"));
      return score.in(
          "%s %s %s"
              .formatted(
                  JmhMetric.title(result),
                  metric.path("score").asString(""),
                  metric.path("scoreUnit").asString("")));
    }

    @Override
    public String expectation() {
      return "the result of one JMH benchmark";
    }
  }

  /** Another number of JMH's result: its error, or what a profiler measured, by its name. */
  record JmhMetric(String name) implements Metric {

    /** Half of the interval in which the score lies, as JMH says it. */
    public static final String ERROR = "score_error";

    @Override
    public Reading find(Path stdout, Path stderr) throws IOException {
      List<JsonNode> results = results(stdout);
      if (results.size() != 1) {
        return Reading.none();
      }
      JsonNode found =
          name.equals(ERROR)
              ? results.get(0).path("primaryMetric").path("scoreError")
              : results.get(0).path("secondaryMetrics").path(name).path("score");
      return number(found);
    }

    @Override
    public boolean isOptional() {
      return name.equals(ERROR); // a single measurement has none
    }

    @Override
    public String expectation() {
      return "'%s' among the secondary metrics of JMH's result".formatted(name);
    }

    private static List<JsonNode> results(Path stdout) throws IOException {
      try {
        return JsonKey.MAPPER.readTree(Files.readString(stdout)).valueStream().toList();
      } catch (JacksonException e) {
        return List.of();
      }
    }

    private static String title(JsonNode result) {
      return result.path("benchmark").asString("")
          + (result.has("params") ? " " + result.get("params") : "");
    }

    private static Reading number(JsonNode node) {
      return node.isNumber() ? Reading.of(node.doubleValue()) : Reading.none();
    }
  }

  /** The last reading of all lines; a problem is told with its line. */
  private static Reading last(Path file, Function<String, List<Reading>> readings)
      throws IOException {
    Reading[] last = {Reading.none()};
    OutputLines.forEach(
        file,
        line -> {
          for (Reading reading : readings.apply(line)) {
            last[0] = reading.in(line).orElse(last[0]);
          }
        });
    return last[0];
  }
}
