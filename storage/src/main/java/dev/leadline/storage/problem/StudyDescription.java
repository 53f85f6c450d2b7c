package dev.leadline.storage.problem;

import dev.leadline.space.Configuration;
import java.util.List;

/**
 * What a space file says: the problem, and how a study of it begins. Immutable and thread-safe.
 *
 * @param start what is tried first
 */
public record StudyDescription(Problem problem, List<Configuration> start) {

  public StudyDescription {
    start = List.copyOf(start);
  }
}
