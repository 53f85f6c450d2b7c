package dev.leadline.lab.experiment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The sources that a record was made with.
 *
 * @param commit the revision, or "unknown"
 * @param state whether they are what the commit says
 */
public record SourceTree(String commit, State state) {

  /** Whether sources are what their commit says. */
  public enum State {
    CLEAN,
    /** With changes that are in no commit. */
    CHANGED,
    UNKNOWN
  }

  static final SourceTree UNKNOWN = new SourceTree("unknown", State.UNKNOWN);

  /** Names the commit of sources that were copied without their repository; a + says changed. */
  static final String VARIABLE = "LEADLINE_COMMIT";

  /** What git says of the folder, or the environment where there is no repository. */
  static SourceTree of(Path folder, Map<String, String> environment) {
    Optional<String> head = git(folder, "rev-parse", "--verify", "HEAD");
    Optional<String> status =
        git(folder, "status", "--porcelain", "--untracked-files=all", "--", ":/");
    if (head.isPresent() && status.isPresent()) {
      boolean changed = status.get().lines().anyMatch(SourceTree::isChange);
      return new SourceTree(head.get().strip(), changed ? State.CHANGED : State.CLEAN);
    }
    String said = environment.getOrDefault(VARIABLE, "");
    if (!said.matches("[0-9a-f]{7,40}\\+?")) {
      return UNKNOWN;
    }
    return said.endsWith("+")
        ? new SourceTree(said.substring(0, said.length() - 1), State.CHANGED)
        : new SourceTree(said, State.CLEAN);
  }

  /** The commit in seven letters, and what is not as it says. */
  String words() {
    return switch (state) {
      case CLEAN -> "commit %.7s".formatted(commit);
      case CHANGED -> "commit %.7s with changes that are in no commit".formatted(commit);
      case UNKNOWN -> "from a commit that is not known";
    };
  }

  /** A new file that is no source, such as a record being made, changes nothing. */
  private static boolean isChange(String line) {
    return !line.startsWith("?? ") || line.contains("/src/") || line.endsWith("pom.xml");
  }

  private static Optional<String> git(Path folder, String... arguments) {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor() == 0 ? Optional.of(out) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // git is not installed
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
