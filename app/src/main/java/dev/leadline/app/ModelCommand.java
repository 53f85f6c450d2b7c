package dev.leadline.app;

import dev.leadline.pfn.ModelFileException;
import dev.leadline.pfn.PfnModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code leadline model}: prints what a model file says about itself and verifies it. */
@Command(
    name = "model",
    mixinStandardHelpOptions = true,
    description = "Prints a model's manifest and verifies its weights; the shipped one by default.",
    subcommands = ModelCheckCommand.class,
    footerHeading = "%nExamples:%n",
    footer = {"  leadline model", "  leadline model my.pfn", "  leadline model check my.pfn"})
final class ModelCommand implements Callable<Integer> {

  @Parameters(paramLabel = "FILE", arity = "0..1", description = "A model file (.pfn).")
  private @Nullable Path file;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (PfnModel model = open()) {
      Map<String, String> facts = model.describe();
      int width = facts.keySet().stream().mapToInt(String::length).max().orElse(0);
      facts.forEach(
          (heading, fact) ->
              out.println(heading + " ".repeat(width - heading.length() + 2) + fact));
      out.println("verified: every hash matches and the graphs load");
      return ExitCode.OK.number();
    } catch (ModelFileException e) {
      throw new UserError(ExitCode.STORAGE, String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new UserError(ExitCode.STORAGE, "%s cannot be read; check the name".formatted(file), e);
    }
  }

  private PfnModel open() throws IOException {
    if (file == null) {
      return PfnModel.shipped("default");
    }
    if (!Files.isRegularFile(file)) {
      throw new UserError(
          ExitCode.STORAGE,
          "expected a model file but there is none at %s; check the name".formatted(file));
    }
    return PfnModel.load(file);
  }
}
