package dev.leadline.app.execute;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A session for each command: what the terminal sends does not reach it, and everything it starts
 * is known by it. Immutable and thread-safe.
 *
 * <p>Java cannot make a session; {@code setsid} of util-linux or BusyBox can. It turns into the
 * command, which keeps its process number, exit code and signals. Where there is none (macOS),
 * commands run in the session of this process.
 */
public record OwnSession(Optional<Path> setsid) {

  /** Looks for {@code setsid} on a path like that of the variable PATH. */
  public static OwnSession find(String path) {
    for (String directory : path.split(Pattern.quote(File.pathSeparator), -1)) {
      Path candidate = Path.of(directory).resolve("setsid").toAbsolutePath();
      if (Files.isExecutable(candidate) && !Files.isDirectory(candidate)) {
        return new OwnSession(Optional.of(candidate));
      }
    }
    return new OwnSession(Optional.empty());
  }

  /** The command that runs the given one in a session of its own. */
  public List<String> command(List<String> command) {
    List<String> words = new ArrayList<>();
    setsid.ifPresent(program -> words.add(program.toString()));
    words.addAll(command);
    return words;
  }
}
