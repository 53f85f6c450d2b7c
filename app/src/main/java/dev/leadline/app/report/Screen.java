package dev.leadline.app.report;

import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the place that lines are printed to can show. Immutable and thread-safe.
 *
 * @param kind whether a line can be written over
 * @param width how many columns a line may have
 */
public record Screen(Kind kind, int width) {

  /** Whether a line can be written over. */
  public enum Kind {
    /** By going back to its beginning, without any escape sequence. */
    LIVE,
    PLAIN
  }

  /** The streams of a process, as the launcher names them. */
  public enum Stream {
    OUT,
    ERR
  }

  /** A file or a pipe: whole lines, as long as they are. */
  public static final Screen FILE = new Screen(Kind.PLAIN, Integer.MAX_VALUE);

  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\u2028-\\u202E\\u2066-\\u2069]");

  private static final int USUAL_WIDTH = 80;
  private static final int LEAST_WIDTH = 10;
  private static final String DOTS = "...";

  public Screen {
    if (width < LEAST_WIDTH) {
      throw new IllegalArgumentException(
          "expected a width of %d or more but got %d".formatted(LEAST_WIDTH, width));
    }
  }

  /**
   * The screen of a stream. The launcher sets {@code leadline.screen.out} and {@code
   * leadline.screen.err} to rows and columns where these are terminals: Java itself cannot tell.
   */
  public static Screen of(Stream stream, Map<String, String> environment, Properties properties) {
    String size =
        properties.getProperty("leadline.screen." + (stream == Stream.OUT ? "out" : "err"));
    if (size == null) {
      return FILE;
    }
    // A terminal that does not know its size says 0 0.
    Matcher known = Pattern.compile("\\d+ ([1-9]\\d{0,5})").matcher(size);
    int width = known.matches() ? Integer.parseInt(known.group(1)) : USUAL_WIDTH;
    return new Screen(isDumb(environment) ? Kind.PLAIN : Kind.LIVE, Math.max(LEAST_WIDTH, width));
  }

  /** Whether escape sequences may be used where there is a terminal. */
  public static boolean allowsColours(Map<String, String> environment) {
    return !isDumb(environment) && environment.getOrDefault("NO_COLOR", "").isEmpty();
  }

  private static boolean isDumb(Map<String, String> environment) {
    String kind = environment.getOrDefault("TERM", "");
    return kind.isEmpty() || kind.equals("dumb");
  }

  /**
   * The text as one line that a terminal shows and does not obey: with blanks for what controls it
   * or turns the direction of what follows.
   */
  public static String plain(String text) {
    return CONTROL.matcher(text).replaceAll(" ");
  }

  /** The text as one {@linkplain #plain plain} line that fits: cut at the end. */
  public String fit(String text) {
    String line = plain(text);
    // Some terminals go on to the next line as soon as the last column is filled.
    int room = kind == Kind.LIVE ? width - 1 : width;
    return columns(line) <= room ? line : start(line, room - DOTS.length()) + DOTS;
  }

  private static String start(String line, int room) {
    int end = 0;
    int used = 0;
    while (end < line.length()) {
      int character = line.codePointAt(end);
      used += columns(character);
      if (used > room) {
        break;
      }
      end += Character.charCount(character);
    }
    return line.substring(0, end);
  }

  /** How many columns a line takes. */
  static int columns(String line) {
    return line.codePoints().map(Screen::columns).sum();
  }

  private static int columns(int character) {
    return switch (Character.getType(character)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
      default -> isWide(character) ? 2 : 1;
    };
  }

  private static boolean isWide(int character) {
    return switch (Character.UnicodeScript.of(character)) {
      case HAN, HIRAGANA, KATAKANA, HANGUL, BOPOMOFO -> true;
      default -> character >= 0x1F300 && character <= 0x1FAFF; // pictures
    };
  }
}
