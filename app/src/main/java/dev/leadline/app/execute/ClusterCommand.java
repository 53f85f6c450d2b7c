package dev.leadline.app.execute;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A command that is to run somewhere on a cluster. Immutable and thread-safe.
 *
 * @param description for the cluster's own pages
 * @param words the program and its arguments
 * @param stdout the file here that gets what it printed
 * @param stderr the file here that gets what it complained about
 * @param timeout after which it is ended, counted from its start there
 */
public record ClusterCommand(
    int trial,
    String description,
    List<String> words,
    Map<String, String> environment,
    Path stdout,
    Path stderr,
    Optional<Duration> timeout) {

  public ClusterCommand {
    words = List.copyOf(words);
    environment = Map.copyOf(environment);
  }
}
