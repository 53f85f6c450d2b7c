package dev.leadline.bench.report;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/** Where and when a record was made, in one line: times mean little without the machine. */
final class Origin {

  private static final ObjectMapper JSON = JsonMapper.builder().build();

  private Origin() {}

  /** The record's directory, and what its first environment says; peers say less than our runs. */
  static String of(Path record) {
    Path file = record.resolve("environment.json");
    if (!Files.exists(file)) {
      return record.toString();
    }
    List<String> words = new ArrayList<>();
    try {
      JsonNode environment = JSON.readTree(file.toFile());
      add(words, "on %s", environment.path("cpu").asString(""));
      add(words, "%s cores", environment.path("cores").asString(""));
      add(words, "device %s", environment.path("device").asString(""));
      add(words, "commit %.7s", environment.path("commit").asString(""));
      add(words, "%.10s", environment.path("date").asString(""));
    } catch (JacksonException e) {
      words.add("unreadable environment.json");
    }
    return record + (words.isEmpty() ? "" : " (%s)".formatted(String.join(", ", words)));
  }

  private static void add(List<String> words, String format, String value) {
    if (!value.isEmpty()) {
      words.add(String.format(Locale.ROOT, format, value));
    }
  }
}
