package dev.leadline.app.torture;

import dev.leadline.app.ThisBuild;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The program under torture.
 *
 * @param command starts it; arguments are appended
 */
record Program(List<String> command) {

  private static final long PATIENCE_SECONDS = 60;

  /** What a finished process said. */
  record Result(int code, String out, String err) {

    /** Whether the process complained as a user may expect it: one sentence, no stack trace. */
    boolean isSentence() {
      return err.contains("leadline: ") && !isInternal(err);
    }
  }

  Program {
    command = List.copyOf(command);
  }

  /** The program's classes on this process's own class path. */
  static Program inThisBuild() {
    return new Program(ThisBuild.command("160m"));
  }

  /** Whether a text shows the inside of the program. */
  static boolean isInternal(String text) {
    return text.contains("\tat ")
        || text.contains("Exception")
        || text.contains("java.")
        || text.contains("LEADLINE_DEBUG")
        || text.contains("StackOverflow");
  }

  /** Starts it in a directory; standard error goes to the file {@code err} there. */
  Process start(Path directory, List<String> arguments) throws IOException {
    return builder(directory, arguments).redirectError(directory.resolve("err").toFile()).start();
  }

  /** Starts it in a directory with standard error in the same stream as standard output. */
  Process startMerged(Path directory, List<String> arguments) throws IOException {
    return builder(directory, arguments).redirectErrorStream(true).start();
  }

  /** Runs it to its end without any input. */
  Result run(Path directory, List<String> arguments) throws IOException, InterruptedException {
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    Process process =
        builder(directory, arguments)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      return new Result(-1, "", "hangs: " + arguments);
    }
    return new Result(process.exitValue(), text(out), text(err));
  }

  private ProcessBuilder builder(Path directory, List<String> arguments) {
    List<String> all = new ArrayList<>(command);
    all.addAll(arguments);
    return new ProcessBuilder(all).directory(directory.toFile());
  }

  static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }
}
