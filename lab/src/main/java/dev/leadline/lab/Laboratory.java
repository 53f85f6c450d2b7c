package dev.leadline.lab;

import dev.leadline.app.LaboratoryCommands;
import dev.leadline.app.Leadline;
import java.util.List;
import picocli.CommandLine;

/** The command line with the laboratory's commands in it. */
public final class Laboratory {

  private Laboratory() {}

  public static void main(String[] arguments) {
    Leadline.main(commands(), arguments);
  }

  /** The command line, ready to execute; its writers can be replaced. */
  static CommandLine commandLine() {
    return Leadline.commandLine(commands());
  }

  private static LaboratoryCommands commands() {
    return new LaboratoryCommands(
        List.of(new BenchCommand(), new ReproduceCommand(), new PretrainCommand()),
        List.of(new ModelCheckCommand(), new ModelCompareCommand()));
  }
}
