package dev.leadline.app.run;

/** Why a tuning run ended. */
public enum Ending {
  TRIALS("the trials are used up"),
  TIME("the time is used up"),
  SPACE("every setting of the space has been tried"),
  STOPPED("stopped");

  private final String words;

  Ending(String words) {
    this.words = words;
  }

  public String words() {
    return words;
  }
}
