package dev.leadline.server.route;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What a call is answered. */
public sealed interface Answer {

  /** A text, whole and at once; immutable, so that it can be given again. */
  record Document(Status status, String mediaType, String text, Map<String, String> headers)
      implements Answer {
    public Document {
      headers = Map.copyOf(headers);
    }
  }

  /**
   * A file of the page.
   *
   * @param tag changes when its content does
   */
  record File(String mediaType, Content content, String tag) implements Answer {}

  /** Bytes that nobody changes. */
  final class Content {
    private final byte[] bytes;

    public Content(byte[] bytes) {
      this.bytes = bytes.clone();
    }

    public byte[] bytes() {
      return bytes.clone();
    }
  }

  /** Everything that happens from now on, as it happens. */
  record Events(EventSource source) implements Answer {}

  static Answer of(JsonNode json) {
    return of(Status.OK, json);
  }

  static Answer of(Status status, JsonNode json) {
    return new Document(status, "application/json", json.toString(), Map.of());
  }

  static Answer text(String mediaType, String text) {
    return new Document(Status.OK, mediaType, text, Map.of());
  }

  /** Done, and nothing to say. */
  static Answer nothing() {
    return new Document(Status.NO_CONTENT, "application/json", "", Map.of());
  }

  static Answer file(String mediaType, byte[] bytes) {
    String tag = Integer.toHexString(new String(bytes, StandardCharsets.ISO_8859_1).hashCode());
    return new File(mediaType, new Content(bytes), "\"" + bytes.length + "-" + tag + "\"");
  }
}
