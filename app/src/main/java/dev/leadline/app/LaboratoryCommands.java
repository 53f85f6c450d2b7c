package dev.leadline.app;

import dev.leadline.app.exit.UserError;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/**
 * The commands that train and measure models. They are a program of their own, because they need
 * libtorch; this one lists them and says where they are.
 *
 * @param root commands below {@code leadline}, annotated for picocli
 */
public record LaboratoryCommands(List<Object> root) {

  public LaboratoryCommands {
    root = List.copyOf(root);
  }

  /** Commands of the same names that only say that the laboratory is not here. */
  static LaboratoryCommands absent() {
    return new LaboratoryCommands(
        List.of(
            absent("bench", "Compares methods on test functions."),
            absent("reproduce", "Runs the benchmark's plans and writes one report."),
            absent("pretrain", "Trains a model on synthetic tasks.")));
  }

  private static CommandSpec absent(String name, String description) {
    CommandSpec spec = CommandSpec.forAnnotatedObject(new Absent()).name(name);
    spec.usageMessage().description(description);
    return spec;
  }

  @Command
  private static final class Absent implements Callable<Integer> {

    @Spec private CommandSpec spec;

    @Unmatched
    @SuppressWarnings("UnusedVariable") // takes whatever follows
    private final List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() {
      throw UserError.usage(
          "'%s' belongs to the laboratory, which is not installed here; call it by ./leadline in a copy of the source"
              .formatted(spec.qualifiedName().replaceFirst("^leadline ", "")));
    }
  }
}
