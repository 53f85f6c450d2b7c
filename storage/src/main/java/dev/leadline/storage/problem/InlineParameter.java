package dev.leadline.storage.problem;

import dev.leadline.space.ChoiceParameter;
import dev.leadline.space.IntegerParameter;
import dev.leadline.space.OrdinalParameter;
import dev.leadline.space.Parameter;
import dev.leadline.space.RealParameter;
import dev.leadline.space.Scale;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The inline form of a parameter, such as {@code heap=integer:256..4096:log}. */
public final class InlineParameter {

  /* Options are separated by commas; a backslash before a comma or a backslash makes it part of the option. No number needs
   * one: an ordinal parameter with a backslash is of text. Nothing at all is no option; "\\e" is the empty one. */

  private static final Pattern FORM =
      Pattern.compile("(?<name>[^=]+)=(?<kind>[^:]*)(?::(?<rest>.*))?", Pattern.DOTALL);
  private static final Pattern RANGE =
      Pattern.compile("(?<low>.+?)\\.\\.(?<high>[^:]+)(?::(?<scale>.*))?");
  private static final Pattern OPTION = Pattern.compile("(?:[^\\\\,]++|\\\\.)*+", Pattern.DOTALL);
  private static final Pattern ESCAPED = Pattern.compile("\\\\(.)", Pattern.DOTALL);

  private InlineParameter() {}

  /**
   * Reads one parameter.
   *
   * @throws InputException if the text is not of the form or its range makes no sense
   */
  public static Parameter parse(String text) {
    String where = "parameter '" + text + "'";
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new InputException(
          where,
          "expected NAME=KIND:RANGE, for example heap=integer:256..4096:log or gc=choice:g1,z");
    }
    String rest = form.group("rest") == null ? "" : form.group("rest");
    try {
      ParameterKind kind =
          ParameterKind.of(form.group("kind").strip())
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "expected a kind of %s but got '%s'"
                              .formatted(ParameterKind.words(), form.group("kind"))));
      return make(kind, form.group("name").strip(), rest);
    } catch (IllegalArgumentException e) {
      throw new InputException(where, String.valueOf(e.getMessage()));
    }
  }

  /** Writes a parameter so that {@link #parse} reads the same one. */
  public static String format(Parameter parameter) {
    return parameter.name() + "=" + kindAndRange(parameter);
  }

  private static Parameter make(ParameterKind kind, String name, String rest) {
    if (kind == ParameterKind.ORDINAL && rest.indexOf('\\') >= 0) {
      return ParameterKind.ordinalOfText(name, options(rest), Scale.LINEAR);
    }
    if (!kind.isNumeric()) {
      return kind.make(name, options(rest), Scale.LINEAR);
    }
    Matcher range = RANGE.matcher(rest);
    if (!range.matches()) {
      throw new IllegalArgumentException(
          "expected %s:LOW..HIGH or %s:LOW..HIGH:log".formatted(kind.word(), kind.word()));
    }
    String scale = range.group("scale") == null ? "linear" : range.group("scale");
    return kind.make(
        name, List.of(range.group("low"), range.group("high")), ParameterKind.scale(scale));
  }

  /** The parts of a list. */
  static List<String> options(String text) {
    if (text.isEmpty()) {
      return List.of();
    }
    Matcher option = OPTION.matcher(text);
    Stream.Builder<String> options = Stream.builder();
    int start = 0;
    while (start <= text.length() && option.region(start, text.length()).lookingAt()) {
      options.add(ESCAPED.matcher(option.group()).replaceAll(InlineParameter::unescaped));
      start = option.end() + 1;
    }
    return options.build().toList();
  }

  private static String kindAndRange(Parameter parameter) {
    if (parameter instanceof RealParameter real) {
      return "real:" + real.low() + ".." + real.high() + suffix(real.scale());
    }
    if (parameter instanceof IntegerParameter integer) {
      return "integer:" + integer.low() + ".." + integer.high() + suffix(integer.scale());
    }
    if (parameter instanceof ChoiceParameter choice) {
      return "choice:" + join(choice.options());
    }
    if (parameter instanceof OrdinalParameter ordinal) {
      String options = join(ordinal.options());
      boolean isMistaken = !ordinal.numeric() && ParameterKind.areNumbers(options(options));
      return "ordinal:" + (isMistaken && options.indexOf('\\') < 0 ? "\\" : "") + options;
    }
    return "flag";
  }

  private static String suffix(Scale scale) {
    return scale == Scale.LOG ? ":log" : "";
  }

  private static String join(List<?> options) {
    String joined =
        options.stream().map(option -> escape(option.toString())).collect(Collectors.joining(","));
    return joined.isEmpty() ? "\\e" : joined;
  }

  /** One option as it stands in a list, in one line. */
  static String escape(String option) {
    return option
        .replace("\\", "\\\\")
        .replace(",", "\\,")
        .replace("\n", "\\n")
        .replace("\r", "\\r");
  }

  private static String unescaped(MatchResult escaped) {
    return switch (escaped.group(1)) {
      case "e" -> "";
      case "n" -> "\n";
      case "r" -> "\r";
      default -> Matcher.quoteReplacement(escaped.group(1));
    };
  }
}
