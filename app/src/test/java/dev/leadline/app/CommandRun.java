package dev.leadline.app;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** One run of the command line inside the test's own process. */
record CommandRun(int code, String out, String err) {

  static CommandRun of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine commandLine = Leadline.commandLine(LaboratoryCommands.absent());
    commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    int code = commandLine.execute(arguments);
    return new CommandRun(code, out.toString(), err.toString());
  }
}
