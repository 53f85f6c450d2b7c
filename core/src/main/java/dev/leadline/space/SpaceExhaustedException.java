package dev.leadline.space;

/** Thrown when no configuration is left to suggest or none can be found; the message says why. */
public final class SpaceExhaustedException extends NoTrialLeftException {

  private static final long serialVersionUID = 1;

  public SpaceExhaustedException(String message) {
    super(Reason.SPACE, message);
  }
}
