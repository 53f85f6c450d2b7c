package dev.leadline.app.soak;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One {@code leadline work} in a process of its own, and what it says. */
final class SoakWorker {

  private static final Pattern REPORTED = Pattern.compile("trial (\\d+): .*");
  private static final long PATIENCE_SECONDS = 10;

  private final Process process;
  private final Thread reader;
  private final List<String> said = new CopyOnWriteArrayList<>();

  /**
   * @param reported collects the trials whose values the worker says the study has
   */
  SoakWorker(ProcessBuilder builder, Collection<Integer> reported) throws IOException {
    this.process = builder.redirectErrorStream(true).start();
    this.reader = new Thread(() -> read(reported), "soak-reader");
    reader.setDaemon(true);
    reader.start();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** How it ended by itself. */
  int code() {
    return process.exitValue();
  }

  String said() {
    return String.join("\n", said);
  }

  /** Kills the process, and perhaps all that it started, as when a machine fails. */
  void kill(boolean withPrograms) throws InterruptedException {
    List<ProcessHandle> programs = withPrograms ? process.descendants().toList() : List.of();
    process.destroyForcibly();
    programs.forEach(ProcessHandle::destroyForcibly);
    process.waitFor();
    reader.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
  }

  private void read(Collection<Integer> reported) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Matcher trial = REPORTED.matcher(line);
        if (trial.matches()) {
          reported.add(Integer.valueOf(trial.group(1)));
        } else {
          said.add(line);
        }
      }
    } catch (IOException e) {
      // Killed while it wrote, which is the point.
    }
  }
}
