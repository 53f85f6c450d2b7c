package dev.leadline.app.metrics;

import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Why a program failed, by the line of its output that says most. For use by one thread. */
public final class FailureReason {

  /*
   * Most programs say it last. Java ends with the place instead: then it is the last "Caused by",
   * else the line above the trace. What nobody caught counts more than what is printed after it,
   * and want of memory more than the exceptions that follow from it.
   */

  private static final Pattern FRAME =
      Pattern.compile("\\s+(?:at \\S.*\\(.*\\).*|\\.{3} \\d+ .*|Suppressed: .*|Caused by: .*)");
  private static final Pattern CAUSE = Pattern.compile("Caused by: (.+)");
  private static final Pattern UNCAUGHT =
      Pattern.compile(
          "(?:Exception in thread \".*?\"|(?:Terminating|Aborting) due to|Exception:) "
              + "((?:[\\w$]+\\.)*[\\w$]+(?:Error|Exception|Throwable)\\b.*)");

  /** What Java prints behind the reason why it did not start. */
  private static final Pattern NOTHING =
      Pattern.compile(
          "\\s*|Error: Could not create the Java Virtual Machine\\."
              + "|Error: A fatal exception has occurred\\. Program will exit\\.");

  private static final String MEMORY = "OutOfMemoryError";

  private String reason = "";
  private boolean isUncaught;

  private FailureReason() {}

  /** What was printed as the reason, on standard error or else standard output; may be empty. */
  public static String of(Path stdout, Path stderr) throws IOException {
    String reason = in(stderr);
    return reason.isEmpty() ? in(stdout) : reason;
  }

  private static String in(Path file) throws IOException {
    FailureReason found = new FailureReason();
    OutputLines.forEach(file, found::see);
    return found.reason;
  }

  private void see(String line) {
    boolean isAfterMemory = isUncaught && reason.contains(MEMORY) && !line.contains(MEMORY);
    if (isAfterMemory || FRAME.matcher(line).matches() || NOTHING.matcher(line).matches()) {
      return;
    }
    Matcher uncaught = UNCAUGHT.matcher(line);
    Matcher cause = CAUSE.matcher(line);
    if (uncaught.matches()) {
      isUncaught = true;
      reason = uncaught.group(1);
    } else if (cause.matches()) {
      reason = cause.group(1);
    } else if (!isUncaught) {
      reason = line.strip();
    }
  }
}
