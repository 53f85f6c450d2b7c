package dev.leadline.lab.command;

import dev.leadline.app.LaboratoryCommands;
import dev.leadline.app.Leadline;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import picocli.CommandLine;

/** The command line with the laboratory's commands in it. */
public final class Laboratory {

  private Laboratory() {}

  public static void main(String[] arguments) {
    Leadline.main(commands(), arguments);
  }

  /** The command line, ready to execute; its writers can be replaced. */
  public static CommandLine commandLine() {
    return Leadline.commandLine(commands());
  }

  private static LaboratoryCommands commands() {
    List<Object> root = new ArrayList<>(List.of(new BenchCommand()));
    for (CommandSource source : ServiceLoader.load(CommandSource.class)) {
      root.addAll(source.root());
    }
    root.add(new PretrainCommand());
    return new LaboratoryCommands(root);
  }
}
