package dev.leadline.lab.report;

import dev.leadline.lab.experiment.RecordDirectory;
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
      add(words, "commit %.7s" + changed(environment), environment.path("commit").asString(""));
      add(words, "%.10s", environment.path("date").asString(""));
    } catch (JacksonException e) {
      words.add("unreadable environment.json");
    }
    return record + (words.isEmpty() ? "" : " (%s)".formatted(String.join(", ", words)));
  }

  /**
   * What must be said wherever numbers of these records are printed: which come from a tree with
   * changes that are in no commit, and which do not know their commit.
   */
  static List<String> caveats(List<Path> records) {
    List<String> changed = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    for (Path record : records) {
      List<JsonNode> sessions = environments(record);
      if (sessions.stream().anyMatch(session -> !changed(session).isEmpty())) {
        changed.add(String.valueOf(record.getFileName()));
      } else if (sessions.stream().anyMatch(s -> s.path("commit").asString("").equals("unknown"))) {
        unknown.add(String.valueOf(record.getFileName()));
      }
    }
    List<String> caveats = new ArrayList<>();
    if (!changed.isEmpty()) {
      caveats.add(
          "Made from a tree with changes that are in no commit: " + String.join(", ", changed));
    }
    if (!unknown.isEmpty()) {
      caveats.add("Made from a commit that is not known: " + String.join(", ", unknown));
    }
    return caveats;
  }

  /** The environments of all sessions that wrote the record, as far as they can be read. */
  private static List<JsonNode> environments(Path record) {
    List<JsonNode> environments = new ArrayList<>();
    for (Path file : RecordDirectory.environments(record)) {
      try {
        environments.add(JSON.readTree(file.toFile()));
      } catch (JacksonException e) {
        // The line of origin says so.
      }
    }
    return environments;
  }

  private static String changed(JsonNode environment) {
    return environment.path("tree").asString("").equals("CHANGED") ? " with changes" : "";
  }

  private static void add(List<String> words, String format, String value) {
    if (!value.isEmpty()) {
      words.add(String.format(Locale.ROOT, format, value));
    }
  }
}
