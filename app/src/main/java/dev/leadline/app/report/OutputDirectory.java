package dev.leadline.app.report;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The files beside a study file: {@code tune.db} has {@code tune.trials/}, {@code tune.svg} and
 * {@code tune.html}.
 *
 * <p>Every attempt of a trial has a directory of its own, {@code tune.trials/7-2} for the second
 * one of trial 7: a program that outlived its run writes where nobody reads.
 */
public record OutputDirectory(Path parent, String stem) {

  public static OutputDirectory of(Path studyFile) {
    String name = String.valueOf(studyFile.getFileName());
    Path parent = studyFile.getParent();
    return new OutputDirectory(
        parent == null ? Path.of("") : parent, name.replaceFirst("(?<=.)\\.[A-Za-z0-9]+$", ""));
  }

  /** Makes the directory of a trial's next attempt. */
  public Path newAttempt(int trial) throws IOException {
    Files.createDirectories(attempt(trial, 1).getParent());
    for (int attempt = attempts(trial).size() + 1; ; attempt++) {
      try {
        return Files.createDirectory(attempt(trial, attempt));
      } catch (FileAlreadyExistsException e) {
        // Taken by another run, or left of a study that was deleted: the next one.
      }
    }
  }

  /** The directories of a trial's attempts so far, in order. */
  public List<Path> attempts(int trial) {
    List<Path> attempts = new ArrayList<>();
    for (int i = 1; Files.exists(attempt(trial, i)); i++) {
      attempts.add(attempt(trial, i));
    }
    return attempts;
  }

  /**
   * Where what the trial printed last is found; the place of its first attempt if there is none.
   */
  public Path latest(int trial) {
    List<Path> attempts = attempts(trial);
    return attempts.isEmpty() ? attempt(trial, 1) : attempts.get(attempts.size() - 1);
  }

  /** A path below the directory of the study file, as seen from there. */
  public String relative(Path path) {
    return parent.relativize(path).toString();
  }

  public Path plot() {
    return parent.resolve(stem + ".svg");
  }

  /** The picture of the limits. */
  public Path limits() {
    return parent.resolve(stem + ".limits.svg");
  }

  /** Where the picture of the learning curves goes. */
  Path curves() {
    return parent.resolve(stem + ".curves.svg");
  }

  public Path page() {
    return parent.resolve(stem + ".html");
  }

  public Path bestConfig(String fileName) {
    return parent.resolve(stem + ".best-" + fileName);
  }

  private Path attempt(int trial, int attempt) {
    return parent.resolve(stem + ".trials").resolve(trial + "-" + attempt);
  }
}
