package dev.leadline.storage.problem;

import dev.leadline.space.Configuration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a space file says: the problem, and how a study of it begins. Immutable and thread-safe.
 *
 * @param start what is tried first
 * @param related earlier studies to learn from, as the file names them
 * @param places where each metric stands in the file, for messages; not those from elsewhere
 */
public record StudyDescription(
    Problem problem, List<Configuration> start, List<String> related, Map<String, String> places) {

  public StudyDescription {
    start = List.copyOf(start);
    related = List.copyOf(related);
    places = Map.copyOf(places);
  }

  /** The same, begun with the settings of today, if the problem has any. */
  public StudyDescription fromBaseline() {
    List<Configuration> all =
        Stream.concat(problem.baseline().stream(), start.stream()).distinct().toList();
    return new StudyDescription(problem, all, related, places);
  }
}
