package dev.leadline.app.commands;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.app.exit.UserError;
import dev.leadline.lengthscale.LengthscaleNetwork;
import dev.leadline.pfn.Manifest;
import dev.leadline.pfn.PfnModel;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code leadline model}: prints what a model file says about itself and verifies it. */
@Command(
    name = "model",
    mixinStandardHelpOptions = true,
    description = "Prints what the network says of itself, or the manifest of a model, verified.",
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
      description = "A shipped model or a model file (.pfn); default: the network of lengthscales.")
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
    } else if (model == null) {
      printNetwork();
    } else {
      print(model);
    }
  }

  private static String line(String name) {
    try (PfnModel model = ModelSource.open(name)) {
      Manifest manifest = model.manifest();
      return "%-16s %d inputs, %d layers of %d, trained on %s tasks"
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
      print(model.describe());
      out().println("verified: every hash matches and the graphs load");
    }
  }

  /** The network that says how far inputs reach. */
  private void printNetwork() {
    try {
      print(LengthscaleNetwork.shipped().facts());
    } catch (IOException e) {
      throw new UserError(ExitCode.STORAGE, String.valueOf(e.getMessage()), e);
    }
  }

  private void print(Map<String, String> facts) {
    int width = facts.keySet().stream().mapToInt(String::length).max().orElse(0);
    facts.forEach(
        (heading, fact) ->
            out().println(heading + " ".repeat(width - heading.length() + 2) + fact));
  }
}
