package dev.leadline.app.execute;

import dev.leadline.server.page.TrialOutput;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The running command of one trial, with its output in files. Not thread-safe.
 *
 * @param trial its number
 * @param directory of this attempt
 */
record TrialProcess(int trial, Path directory, Process process, ProcessTree tree, long startNanos) {

  /** The names of the files in the directory of an attempt. */
  static final String STDOUT = TrialOutput.STDOUT;

  static final String STDERR = TrialOutput.STDERR;
  static final String COMMAND = "command.txt";

  /**
   * Starts the command.
   *
   * @param directory exists and belongs to this attempt alone
   * @param mark finds what the command starts; it is in the environment
   * @param environment what is added to that of this process
   * @param secrets those of {@link TuningPlan#SECRETS} that it inherits
   * @throws IOException if the directory cannot be written or the program cannot be started
   */
  static TrialProcess start(
      TrialMark mark,
      Path directory,
      OwnSession session,
      List<String> command,
      Map<String, String> environment,
      Set<String> secrets)
      throws IOException {
    Files.writeString(directory.resolve(COMMAND), CommandTemplate.quote(command) + "\n");
    mark.write(directory);
    ProcessBuilder builder =
        new ProcessBuilder(session.command(command))
            .redirectInput(new File("/dev/null"))
            .redirectOutput(directory.resolve(STDOUT).toFile())
            .redirectError(directory.resolve(STDERR).toFile());
    SystemText.restoreLocale(System.getProperty("leadline.lc_all"), builder.environment());
    TuningPlan.SECRETS.stream()
        .filter(name -> !secrets.contains(name))
        .forEach(builder.environment()::remove);
    builder.environment().putAll(environment);
    builder.environment().putAll(mark.variables());
    Process process = builder.start();
    ProcessTree tree = ProcessTree.of(process.toHandle(), mark.entries(), ProcessTree.GRACE);
    return new TrialProcess(mark.trial(), directory, process, tree, System.nanoTime());
  }

  Path stdout() {
    return directory.resolve(STDOUT);
  }

  Path stderr() {
    return directory.resolve(STDERR);
  }
}
