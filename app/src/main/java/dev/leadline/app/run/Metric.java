package dev.leadline.app.run;

import dev.leadline.app.exit.UserError;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** How the value of a trial is found in what its command printed. Immutable and thread-safe. */
public sealed interface Metric {

  /** The value, if it is there; may be NaN or infinite. */
  OptionalDouble find(Path stdout, Path stderr) throws IOException;

  /** What is looked for, to end the sentence "the metric did not appear: expected …". */
  String expectation();

  /** The last number on standard output. */
  record LastNumber() implements Metric {

    static final Pattern NUMBER =
        Pattern.compile(
            "(?<![\\w.])[-+]?(?:nan|inf(?:inity)?)\\b"
                + "|(?:(?<![\\w.])[-+])?(?<![\\w.])(?:\\d+\\.?\\d*|\\.\\d+)(?:e[-+]?\\d+)?",
            Pattern.CASE_INSENSITIVE);

    @Override
    public OptionalDouble find(Path stdout, Path stderr) throws IOException {
      OptionalDouble[] last = {OptionalDouble.empty()};
      OutputLines.forEach(
          stdout,
          line -> {
            Matcher matcher = NUMBER.matcher(line);
            while (matcher.find()) {
              last[0] = number(matcher.group());
            }
          });
      return last[0];
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
            "--regex '%s' is no regular expression: %s"
                .formatted(expression, e.getDescription().toLowerCase(Locale.ROOT)));
      }
    }

    @Override
    public OptionalDouble find(Path stdout, Path stderr) throws IOException {
      OptionalDouble found = findIn(stdout);
      return found.isPresent() ? found : findIn(stderr);
    }

    private OptionalDouble findIn(Path file) throws IOException {
      OptionalDouble[] last = {OptionalDouble.empty()};
      OutputLines.forEach(
          file,
          line -> {
            Matcher matcher = pattern.matcher(line);
            while (matcher.find()) {
              OptionalDouble value =
                  matcher.groupCount() > 0 && matcher.group(1) != null
                      ? number(matcher.group(1))
                      : firstNumber(matcher.group());
              if (value.isPresent()) {
                last[0] = value;
              }
            }
          });
      return last[0];
    }

    private static OptionalDouble firstNumber(String text) {
      Matcher matcher = LastNumber.NUMBER.matcher(text);
      return matcher.find() ? number(matcher.group()) : OptionalDouble.empty();
    }

    @Override
    public String expectation() {
      return "a line that matches '%s'".formatted(pattern);
    }
  }

  /** A key of the last JSON object on standard output; dots lead into nested objects. */
  record JsonKey(String key) implements Metric {

    private static final int MAX_LINES = 20_000;
    private static final JsonMapper MAPPER =
        JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

    @Override
    public OptionalDouble find(Path stdout, Path stderr) throws IOException {
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
    private OptionalDouble lastObject(Deque<String> lines) {
      StringBuilder text = new StringBuilder();
      while (!lines.isEmpty()) {
        String line = lines.removeLast();
        text.insert(0, line + "\n");
        if (line.stripLeading().startsWith("{")) {
          OptionalDouble value = valueIn(text.toString());
          if (value.isPresent()) {
            return value;
          }
          if (line.stripTrailing().endsWith("}")) {
            text.setLength(0);
          }
        }
      }
      return OptionalDouble.empty();
    }

    private OptionalDouble valueIn(String text) {
      try {
        JsonNode node = MAPPER.readTree(text);
        for (String step : key.split("\\.", -1)) {
          node = node.path(step);
        }
        if (node.isNumber()) {
          return OptionalDouble.of(node.doubleValue());
        }
        return node.isString() ? number(node.stringValue()) : OptionalDouble.empty();
      } catch (JacksonException e) {
        return OptionalDouble.empty();
      }
    }

    @Override
    public String expectation() {
      return "a JSON object with a number under '%s' on standard output".formatted(key);
    }
  }

  private static OptionalDouble number(String text) {
    String plain = text.strip().toLowerCase(Locale.ROOT);
    try {
      return switch (plain) {
        case "nan", "+nan", "-nan" -> OptionalDouble.of(Double.NaN);
        case "inf", "+inf", "infinity", "+infinity" -> OptionalDouble.of(Double.POSITIVE_INFINITY);
        case "-inf", "-infinity" -> OptionalDouble.of(Double.NEGATIVE_INFINITY);
        default -> OptionalDouble.of(Double.parseDouble(plain));
      };
    } catch (NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }
}
