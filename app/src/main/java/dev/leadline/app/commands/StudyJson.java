package dev.leadline.app.commands;

import dev.leadline.server.json.StudyExport;
import dev.leadline.storage.StudySnapshot;

/** A study as one JSON object, with the commands that use its best settings. */
final class StudyJson {

  private StudyJson() {}

  static String of(String name, StudySnapshot snapshot) {
    StudyView view = StudyView.of(name, snapshot);
    return StudyExport.json(
            name,
            snapshot,
            view.problem(),
            view.best(),
            view.recommendation(),
            number -> view.command(view.trial(number)))
        .toString();
  }
}
