package dev.leadline.app.commands;

import dev.leadline.app.exit.UserError;
import dev.leadline.pfn.Manifest;
import dev.leadline.pfn.PfnModel;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code leadline model}: prints what a model file says about itself and verifies it. */
@Command(
    name = "model",
    mixinStandardHelpOptions = true,
    description = "Prints a model's manifest and verifies its weights; the default one's if none.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  leadline model",
      "  leadline model --list",
      "  leadline model compact-2d-nur",
      "  leadline model my.pfn"
    })
public final class ModelCommand extends ConsoleCommand implements Runnable {

  @Parameters(
      paramLabel = "NAME|FILE",
      arity = "0..1",
      description = "A shipped model or a model file (.pfn).")
  private @Nullable String model;

  @Option(names = "--list", description = "List the shipped models instead.")
  private boolean list;

  @Override
  public void run() {
    if (list && model != null) {
      throw UserError.usage("expected --list or a model but got both; leave one out");
    }
    if (list) {
      PfnModel.shippedNames().forEach(name -> out().println(line(name)));
    } else {
      print(model == null ? ModelSource.DEFAULT : model);
    }
  }

  private static String line(String name) {
    try (PfnModel model = ModelSource.open(name)) {
      Manifest manifest = model.manifest();
      return "%-16s %s inputs, %d layers of %d, trained on %s tasks"
          .formatted(
              name,
              manifest.network().dimensions(),
              manifest.network().layers(),
              manifest.network().width(),
              manifest.training().getOrDefault("tasks", "an unknown number of"));
    }
  }

  private void print(String nameOrFile) {
    try (PfnModel model = ModelSource.open(nameOrFile)) {
      Map<String, String> facts = model.describe();
      int width = facts.keySet().stream().mapToInt(String::length).max().orElse(0);
      facts.forEach(
          (heading, fact) ->
              out().println(heading + " ".repeat(width - heading.length() + 2) + fact));
      out().println("verified: every hash matches and the graphs load");
    }
  }
}
