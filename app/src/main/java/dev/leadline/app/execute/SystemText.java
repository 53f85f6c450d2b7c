package dev.leadline.app.execute;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Text on its way between this process and the system: arguments, variables, names of files.
 * Immutable and thread-safe.
 *
 * <p>Java follows the encoding of the locale there and turns what this cannot hold into question
 * marks without a word. Nothing here mends that; it finds the harm before it is done.
 *
 * @param encodings that arguments are read and written in
 */
public record SystemText(List<Charset> encodings) {

  /** The variable that chooses the locale. */
  private static final String LOCALE = "LC_ALL";

  public SystemText {
    encodings = List.copyOf(encodings);
  }

  /** That of this process. */
  public static SystemText ofThisProcess() {
    // Java 17 writes arguments in its default encoding, later ones in the system's.
    String system = System.getProperty("sun.jnu.encoding", StandardCharsets.UTF_8.name());
    return new SystemText(List.of(Charset.forName(system), Charset.defaultCharset()));
  }

  /**
   * Why the arguments of this process are not what the user wrote, if so.
   *
   * @param arguments as they reached the program
   */
  public Optional<String> harmTo(String... arguments) {
    return harm(commandLine(), arguments);
  }

  /**
   * @param raw the command line as the system keeps it; empty if that is unknown
   */
  Optional<String> harm(byte[] raw, String... arguments) {
    boolean isAscii = encodings.contains(StandardCharsets.US_ASCII);
    for (byte octet : raw) {
      if (isAscii && octet < 0) {
        return Optional.of(
            "the arguments have characters that this locale turns into question marks; run the same command with LC_ALL=C.UTF-8");
      }
    }
    return List.of(arguments).stream()
        .filter(argument -> argument.indexOf('\uFFFD') >= 0)
        .findFirst()
        .map(
            argument ->
                "expected arguments in %s, the encoding of this locale, but got '%s'; write it in that encoding or choose another locale by LC_ALL"
                    .formatted(encodings.get(0), argument));
  }

  /** The first character of a text that cannot reach another program, if there is one. */
  public Optional<String> firstLost(String text) {
    return text.codePoints()
        .mapToObj(Character::toString)
        .filter(c -> encodings.stream().anyMatch(e -> !e.newEncoder().canEncode(c)))
        .findFirst();
  }

  /**
   * Gives a program the locale of the user where the launcher chose another for Java.
   *
   * @param before the user's LC_ALL, empty if there was none; null if it was left alone
   */
  public static void restoreLocale(@Nullable String before, Map<String, String> environment) {
    if (before == null) {
      return;
    }
    if (before.isEmpty()) {
      environment.remove(LOCALE);
    } else {
      environment.put(LOCALE, before);
    }
  }

  private static byte[] commandLine() {
    try {
      return Files.readAllBytes(Path.of("/proc/self/cmdline"));
    } catch (IOException e) {
      return new byte[0];
    }
  }
}
