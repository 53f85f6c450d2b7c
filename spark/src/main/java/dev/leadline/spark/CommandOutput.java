package dev.leadline.spark;

import java.io.Serializable;

/** What came of a command on an executor. Immutable and thread-safe. */
final class CommandOutput implements Serializable {

  private static final long serialVersionUID = 1;

  private final int code;
  private final byte[] stdout;
  private final byte[] stderr;
  private final String problem;

  private CommandOutput(int code, byte[] stdout, byte[] stderr, String problem) {
    this.code = code;
    this.stdout = stdout.clone();
    this.stderr = stderr.clone();
    this.problem = problem;
  }

  static CommandOutput ended(int code, byte[] stdout, byte[] stderr) {
    return new CommandOutput(code, stdout, stderr, "");
  }

  static CommandOutput notStarted(String problem) {
    return new CommandOutput(-1, new byte[0], new byte[0], problem);
  }

  int code() {
    return code;
  }

  byte[] stdout() {
    return stdout.clone();
  }

  byte[] stderr() {
    return stderr.clone();
  }

  /** Why it was not started; empty if it was. */
  String problem() {
    return problem;
  }
}
