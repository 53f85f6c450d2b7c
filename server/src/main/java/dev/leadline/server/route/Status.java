package dev.leadline.server.route;

import java.util.Arrays;
import java.util.Locale;

/** The outcomes of calls, by their numbers in HTTP. */
public enum Status {
  OK(200),
  CREATED(201),
  NO_CONTENT(204),
  NOT_MODIFIED(304),
  BAD_REQUEST(400),
  UNAUTHORIZED(401),
  FORBIDDEN(403),
  NOT_FOUND(404),
  METHOD_NOT_ALLOWED(405),
  REQUEST_TIMEOUT(408),
  CONFLICT(409),
  CONTENT_TOO_LARGE(413),
  UNSUPPORTED_MEDIA_TYPE(415),
  MISDIRECTED_REQUEST(421),
  UNPROCESSABLE_CONTENT(422),
  TOO_MANY_REQUESTS(429),
  INTERNAL_SERVER_ERROR(500),
  SERVICE_UNAVAILABLE(503);

  private final int number;

  Status(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }

  /** A few words, the same for the same number. */
  public String title() {
    String words = name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }

  /** The status of a number; what routes never answer counts as a bad request or a defect. */
  public static Status of(int number) {
    return Arrays.stream(values())
        .filter(status -> status.number == number)
        .findFirst()
        .orElse(number < 500 ? BAD_REQUEST : INTERNAL_SERVER_ERROR);
  }

  /** A call that cannot be followed for this reason; the sentence is for whoever called. */
  public ProblemException problem(String sentence) {
    return new ProblemException(this, sentence);
  }
}
