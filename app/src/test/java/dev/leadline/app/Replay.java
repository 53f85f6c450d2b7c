package dev.leadline.app;

import dev.leadline.app.commands.ModelSource;
import dev.leadline.storage.StoredTrial;
import dev.leadline.storage.StudySetup;
import dev.leadline.storage.StudySnapshot;
import dev.leadline.study.Study;
import dev.leadline.study.Trial;
import java.util.List;
import java.util.Map;

/** Makes a suggestion again from what a study keeps. */
final class Replay {

  private Replay() {}

  /** What was suggested for a trial, as settings. */
  static Map<String, String> suggestion(StudySnapshot study, int number) {
    StudySetup setup = StudySetup.of(study.header());
    List<Integer> pending = study.trials().get(number).pending();
    List<Trial> known =
        study.trials().subList(0, number).stream()
            .map(trial -> trial.record(setup.problem().space()).orElseThrow())
            .map(record -> pending.contains(record.number()) ? running(record) : record)
            .toList();
    try (Study again =
        Study.builder(setup.problem().space())
            .direction(setup.problem().direction())
            .seed(setup.seed())
            .noise(setup.noise())
            .budget(setup.budget().orElseThrow().trials())
            .strategy(ModelSource.strategy(setup.strategy()))
            .records(known)
            .build()) {
      return StoredTrial.texts(again.suggest().configuration());
    }
  }

  private static Trial running(Trial record) {
    return Trial.running(record.number(), record.configuration());
  }
}
