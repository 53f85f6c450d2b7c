package dev.leadline.server.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** What axe finds wrong for people who use a keyboard, a screen reader or other colours. */
final class Axe {

  private static final String SCRIPT = script();

  private Axe() {}

  /** Serious and critical violations, one sentence each. */
  static List<String> violations(Tab tab) {
    if (!tab.evaluate("'axe' in window").asBoolean()) {
      tab.evaluate(SCRIPT + "; true");
    }
    JsonNode found =
        tab.evaluate(
            """
            axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations
              .filter(({impact}) => ['serious', 'critical'].includes(impact))
              .map(({id, nodes}) => id + ': ' + nodes.map(({html, any, all}) =>
                html.slice(0, 200) + ' ' + [...any, ...all].map(({message}) => message).join(' ')).slice(0, 3).join(' | ')))
            """);
    List<String> sentences = new ArrayList<>();
    found.forEach(sentence -> sentences.add(sentence.asString()));
    return sentences;
  }

  private static String script() {
    try (InputStream in = Objects.requireNonNull(Axe.class.getResourceAsStream("/axe.min.js"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
