package dev.leadline.paper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.lab.command.Laboratory;
import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** One run of the laboratory inside the test's own process. */
record CommandRun(int code, String out, String err) {

  static CommandRun of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine commandLine = Laboratory.commandLine();
    commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    int code = commandLine.execute(arguments);
    return new CommandRun(code, out.toString(), err.toString());
  }

  void assertRefused(ExitCode expected, String part) {
    assertThat(err).contains("leadline: ").contains(part).doesNotContain("\tat ", "Exception");
    assertThat(code).isEqualTo(expected.number());
  }
}
