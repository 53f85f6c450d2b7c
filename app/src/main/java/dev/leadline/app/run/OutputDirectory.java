package dev.leadline.app.run;

import java.nio.file.Path;

/** The files beside a study file: {@code tune.db} has {@code tune.trials/} and {@code tune.svg}. */
public record OutputDirectory(Path parent, String stem) {

  public static OutputDirectory of(Path studyFile) {
    String name = String.valueOf(studyFile.getFileName());
    Path parent = studyFile.getParent();
    return new OutputDirectory(
        parent == null ? Path.of("") : parent, name.replaceFirst("(?<=.)\\.[A-Za-z0-9]+$", ""));
  }

  /** Relative to the directory of the study file. */
  String trialName(int trial) {
    return stem + ".trials/" + trial;
  }

  Path trial(int trial) {
    return parent.resolve(trialName(trial));
  }

  public Path plot() {
    return parent.resolve(stem + ".svg");
  }

  Path bestConfig(String fileName) {
    return parent.resolve(stem + ".best-" + fileName);
  }
}
