package dev.leadline.app.commands;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that writes where its command line writes. */
public abstract class ConsoleCommand {

  @Spec private CommandSpec spec;

  /** A command with commands of its own; alone it says how it is used. */
  public abstract static class Group extends ConsoleCommand implements Runnable {

    @Override
    public void run() {
      line().usage(out());
    }
  }

  protected final CommandLine line() {
    return spec.commandLine();
  }

  protected final PrintWriter out() {
    return line().getOut();
  }

  protected final PrintWriter err() {
    return line().getErr();
  }
}
