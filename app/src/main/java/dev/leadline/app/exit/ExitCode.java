package dev.leadline.app.exit;

/** What the exit code of the command tells a script. */
public enum ExitCode {
  OK(0, "everything asked for was done"),
  FAILED(1, "the work could not be done, for example no trial returned a value"),
  USAGE(2, "an option, a space file or other input is wrong; nothing was started"),
  STORAGE(3, "a file cannot be used: corrupt, made for another space, locked, or the disk is full"),
  INTERNAL(70, "a defect in leadline itself"),
  INTERRUPTED(130, "stopped by Ctrl-C; the same command resumes"),
  UNREAD(141, "nobody reads the output any more, as behind head; the same command resumes");

  private final int number;
  private final String meaning;

  ExitCode(int number, String meaning) {
    this.number = number;
    this.meaning = meaning;
  }

  public int number() {
    return number;
  }

  public String meaning() {
    return meaning;
  }
}
