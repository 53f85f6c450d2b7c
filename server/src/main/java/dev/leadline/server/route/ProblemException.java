package dev.leadline.server.route;

import java.io.Serial;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A call that cannot be followed; answered as a problem of RFC 9457. */
public final class ProblemException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /** The media type of problems. */
  public static final String MEDIA_TYPE = "application/problem+json";

  private final Status status;
  private final TreeMap<String, String> members = new TreeMap<>();
  private final TreeMap<String, String> headers = new TreeMap<>();

  /**
   * @param sentence what is wrong and what to do, for whoever called
   */
  public ProblemException(Status status, String sentence) {
    super(sentence);
    this.status = status;
  }

  /** Adds what a program may look at. */
  public ProblemException with(String member, String value) {
    members.put(member, value);
    return this;
  }

  public ProblemException withHeader(String name, String value) {
    headers.put(name, value);
    return this;
  }

  public Answer answer() {
    return new Answer.Document(
        status,
        MEDIA_TYPE,
        document(status, String.valueOf(getMessage()), members).toString(),
        headers);
  }

  /** A problem as JSON. */
  public static ObjectNode document(Status status, String detail, Map<String, String> members) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("type", "about:blank").put("title", status.title());
    document.put("status", status.number()).put("detail", detail);
    members.forEach(document::put);
    return document;
  }
}
