package dev.leadline.app.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Numbers as programs print them, with signs, exponents, units and thousands separators. */
final class NumberText {

  /*
   * A token is the longest run of digits, points and separators; what it means is decided as a
   * whole, so that no part of 12,345,678 passes for a number. Commas group thousands if there are
   * two of them or a decimal point follows; one comma between digits may as well be a decimal comma
   * or a list of two, and is not guessed. Everything else with commas is a list, of which the last
   * item counts.
   */

  private static final String SEPARATORS = "_'\u2019\u00A0\u202F";

  private static final String WORDS = "nan|inf(?:inity)?";

  /** Anywhere in a line. */
  private static final Pattern TOKEN = token(WORDS);

  /** Where a number is named: what languages print for one that is none means that it is none. */
  private static final Pattern NAMED = token(WORDS + "|null|none|n/?a");

  private static final Pattern PLAIN = Pattern.compile("[-+]?(?:\\d++\\.?+\\d*+|\\.\\d++)");

  private static final Pattern GROUPED =
      Pattern.compile(
          "[-+]?[1-9]\\d{0,2}(?:(?:,\\d{3})+\\.\\d*|(?:,\\d{3}){2,}|(["
              + SEPARATORS
              + "])\\d{3}(?:\\1\\d{3})*(?:\\.\\d*)?)");

  /** One comma; points where thousands end; commas where lakhs and crores end. */
  private static final Pattern UNCLEAR =
      Pattern.compile(
          "[-+]?(?:\\d+,\\d+|\\d{1,3}(?:\\.\\d{3})+(?:,\\d+)?"
              + "|[1-9]\\d?(?:,\\d{2})+,\\d{3}(?:\\.\\d*)?)");

  /** Longer than any grouped number; keeps the patterns above from long lists. */
  private static final int LONGEST_GROUPED = 60;

  private NumberText() {}

  private static Pattern token(String words) {
    return Pattern.compile(
        "(?<![\\w.])[-+\u2212]?(?:(?<word>"
            + words
            + ")\\b|(?<hexadecimal>0x[0-9a-f]++))"
            + "|(?<number>(?:(?<![\\w.])[-+\u2212])?(?<![\\w.])\\.?[0-9][0-9.,"
            + SEPARATORS
            + "]*+)(?<exponent>e[-+]?\\d++)?",
        Pattern.CASE_INSENSITIVE);
  }

  /** The numbers in a line, in order; those that are not clear, too. */
  static List<Reading> all(String line) {
    return all(TOKEN.matcher(line));
  }

  /** The numbers in a text that is about one, in order; words that say there is none are NaN. */
  static List<Reading> named(String text) {
    return all(NAMED.matcher(text));
  }

  private static List<Reading> all(Matcher token) {
    List<Reading> readings = new ArrayList<>();
    while (token.find()) {
      Reading reading = read(token);
      if (reading.isPresent()) {
        readings.add(reading);
      }
    }
    return readings;
  }

  /** The number with which a text begins, if it does; a word that says there is none is NaN. */
  static Optional<Reading> first(String text) {
    Matcher token = NAMED.matcher(text);
    return token.lookingAt() ? Optional.of(read(token)) : Optional.empty();
  }

  /** The number with which a text ends, if it does; words are none. */
  static Optional<Reading> last(String text) {
    Matcher token = TOKEN.matcher(text);
    Optional<Reading> last = Optional.empty();
    while (token.find()) {
      last =
          token.end() == text.length() && token.group("word") == null
              ? Optional.of(read(token)).filter(Reading::isPresent)
              : Optional.empty();
    }
    return last;
  }

  /** The number that is the whole text but for blanks around it, or none; words as above. */
  static Reading whole(String text) {
    Matcher token = NAMED.matcher(text.strip());
    return token.matches() ? read(token) : Reading.none();
  }

  private static Reading read(Matcher token) {
    boolean negative = token.group().startsWith("-") || token.group().startsWith("\u2212");
    String word = token.group("word");
    if (word != null) {
      boolean infinite = word.toLowerCase(Locale.ROOT).startsWith("inf");
      double size = infinite ? Double.POSITIVE_INFINITY : Double.NaN;
      return Reading.of(negative ? -size : size);
    }
    if (token.group("hexadecimal") != null) {
      return Reading.unclear(
          "'%s' is hexadecimal; print it in decimal digits or choose another number by --regex"
              .formatted(token.group()));
    }
    return number(token.group("number").replace('\u2212', '-'), token.group("exponent"));
  }

  private static Reading number(String digits, @Nullable String exponent) {
    int end = digits.length();
    while (!Character.isDigit(digits.charAt(end - 1))) {
      end--;
    }
    boolean joined = end == digits.length() || digits.substring(end).equals(".");
    return classify(digits.substring(0, end), exponent != null && joined ? exponent : "");
  }

  private static Reading classify(String digits, String exponent) {
    if (PLAIN.matcher(digits).matches()) {
      return Reading.of(Double.parseDouble(digits + exponent));
    }
    if (digits.length() <= LONGEST_GROUPED) {
      if (GROUPED.matcher(digits).matches()) {
        String plain = digits.replaceAll("[," + SEPARATORS + "]", "");
        return Reading.of(Double.parseDouble(plain + exponent));
      }
      if (UNCLEAR.matcher(digits).matches()) {
        return unclear(digits + exponent);
      }
    }
    int comma = digits.lastIndexOf(',');
    if (comma >= 0) {
      return classify(digits.substring(comma + 1), exponent);
    }
    boolean isVersionOrAddress = digits.chars().noneMatch(c -> SEPARATORS.indexOf(c) >= 0);
    return isVersionOrAddress ? Reading.none() : unclear(digits + exponent);
  }

  private static Reading unclear(String digits) {
    return Reading.unclear(
        "'%s' can be read in more than one way (thousands, decimals or a list); print it in plain digits with a decimal point, for example by LC_ALL=C before the command or | tr -d , behind it, or choose another number by --regex"
            .formatted(digits));
  }
}
