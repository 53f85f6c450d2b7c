package dev.leadline.server.api;

import dev.leadline.server.route.Answer;
import dev.leadline.server.route.ProblemException;
import dev.leadline.server.route.Status;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** The files of the page, which lie beside the classes. Thread-safe. */
final class PageFiles {

  /** No part may start with a dot, so that no path leaves the directory. */
  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*(/[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*)*");

  private static final Map<String, String> MEDIA_TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml",
          "png", "image/png",
          "json", "application/json",
          "txt", "text/plain; charset=utf-8",
          "woff2", "font/woff2");

  private final Map<String, Answer> known = new ConcurrentHashMap<>();

  /**
   * @param name relative to the directory of the page
   */
  Answer file(String name) {
    String type = MEDIA_TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    if (type == null || name.length() > 200 || !NAME.matcher(name).matches()) {
      throw missing(name);
    }
    Answer answer = known.get(name);
    if (answer == null) {
      answer = read(name, type);
      known.put(name, answer);
    }
    return answer;
  }

  private static Answer read(String name, String type) {
    try (InputStream in = PageFiles.class.getResourceAsStream("/page/" + name)) {
      if (in == null) {
        throw missing(name);
      }
      return Answer.file(type, in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ProblemException missing(String name) {
    return Status.NOT_FOUND.problem("there is no file '%s'".formatted(name));
  }
}
