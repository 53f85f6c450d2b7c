package dev.leadline.app;

import dev.leadline.client.json.SettingsJson;
import dev.leadline.space.Configuration;
import dev.leadline.storage.StoredTrial;
import dev.leadline.storage.StudyHeader;
import dev.leadline.storage.StudySnapshot;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A study as one JSON object. */
final class StudyJson {

  private StudyJson() {}

  static String of(String name, StudySnapshot snapshot) {
    StudyView view = StudyView.of(name, snapshot);
    StudyHeader header = snapshot.header();
    ObjectNode study = JsonNodeFactory.instance.objectNode();
    study.put("study", name);
    study.put("goal", view.problem().direction().name().toLowerCase(Locale.ROOT));
    study.put("objective", view.problem().objective());
    ArrayNode space = study.putArray("space");
    header.space().lines().skip(1).forEach(space::add);
    study.put("command", header.command());
    study.put("strategy", header.strategy());
    study.put("seed", header.seed());
    header.budget().ifPresent(budget -> study.put("budget", budget.trials()));
    ArrayNode changes = study.putArray("changes");
    header.changes().forEach(changes::add);
    ArrayNode trials = study.putArray("trials");
    snapshot.trials().forEach(trial -> trials.add(trial(view, trial)));
    view.best()
        .ifPresent(
            best -> {
              ObjectNode node = study.putObject("best").put("trial", best.number());
              node.put("value", best.value());
              params(node, best.configuration());
              view.command(best).ifPresent(command -> node.put("command", command));
            });
    view.recommendation()
        .ifPresent(
            advice -> {
              ObjectNode node = study.putObject("recommendation").put("trial", advice.trial());
              node.put("median", advice.median());
              node.put("low", advice.low()).put("high", advice.high());
              params(node, advice.configuration());
              view.command(view.trial(advice.trial()))
                  .ifPresent(command -> node.put("command", command));
            });
    return study.toString();
  }

  private static ObjectNode trial(StudyView view, StoredTrial trial) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("trial", trial.number());
    node.put("state", trial.state().name().toLowerCase(Locale.ROOT));
    trial
        .configuration(view.problem().space())
        .ifPresentOrElse(
            configuration -> params(node, configuration), () -> texts(node, trial.settings()));
    if (trial.value() != null) {
      node.put("value", trial.value());
    }
    if (trial.reason() != null) {
      node.put("reason", trial.reason());
    }
    node.put("attempts", trial.attempts()).put("created", trial.created().toString());
    if (trial.finished() != null) {
      node.put("finished", trial.finished().toString());
    }
    if (trial.output() != null) {
      node.put("output", trial.output());
    }
    return node;
  }

  /** The settings of a trial that is not in the space any more, or whose settings are lost. */
  private static void texts(ObjectNode node, Map<String, String> settings) {
    if (!settings.isEmpty()) {
      ObjectNode params = node.putObject("params");
      settings.forEach(params::put);
    }
  }

  private static void params(ObjectNode node, Configuration configuration) {
    node.set("params", SettingsJson.write(configuration));
  }
}
