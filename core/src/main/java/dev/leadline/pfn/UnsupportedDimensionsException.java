package dev.leadline.pfn;

/**
 * A space with a number of inputs that the network was not made for; something else, such as the
 * committee, has to model it.
 */
public final class UnsupportedDimensionsException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  UnsupportedDimensionsException(String message) {
    super(message);
  }
}
