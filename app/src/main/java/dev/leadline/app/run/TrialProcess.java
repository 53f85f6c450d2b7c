package dev.leadline.app.run;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The running command of one trial, with its output in files. Not thread-safe.
 *
 * @param trial its number
 */
record TrialProcess(int trial, Path directory, Process process, ProcessTree tree, long startNanos) {

  /** The names of the files in a trial's directory. */
  static final String STDOUT = "stdout.txt";

  static final String STDERR = "stderr.txt";
  static final String COMMAND = "command.txt";

  /**
   * Starts the command.
   *
   * @param directory made if need be; earlier output of the same trial is overwritten
   * @throws IOException if the directory cannot be written or the program cannot be started
   */
  static TrialProcess start(
      int trial, Path directory, List<String> command, Map<String, String> environment)
      throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve(COMMAND), CommandTemplate.quote(command) + "\n");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(directory.resolve(STDOUT).toFile())
            .redirectError(directory.resolve(STDERR).toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    return new TrialProcess(
        trial, directory, process, new ProcessTree(process.toHandle()), System.nanoTime());
  }

  Path stdout() {
    return directory.resolve(STDOUT);
  }

  Path stderr() {
    return directory.resolve(STDERR);
  }
}
