package dev.leadline.search;

/** Thrown when a search met no point that the domain allows. */
final class NoCandidateException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  NoCandidateException(String message) {
    super(message);
  }
}
