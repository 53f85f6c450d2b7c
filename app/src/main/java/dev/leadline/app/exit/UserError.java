package dev.leadline.app.exit;

import java.io.Serial;

/**
 * Something the user can put right: one sentence that says what, where and what to do.
 *
 * <p>Throw it anywhere below a command; the command line prints the sentence and ends with the
 * code.
 */
public final class UserError extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final ExitCode code;

  public UserError(ExitCode code, String sentence) {
    super(sentence);
    this.code = code;
  }

  public UserError(ExitCode code, String sentence, Throwable cause) {
    super(sentence, cause);
    this.code = code;
  }

  /** A wrong option, space file or other input: {@link ExitCode#USAGE}. */
  public static UserError usage(String sentence) {
    return new UserError(ExitCode.USAGE, sentence);
  }

  public ExitCode code() {
    return code;
  }
}
