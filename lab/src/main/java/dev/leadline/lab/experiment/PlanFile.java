package dev.leadline.lab.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Plans as JSON or YAML text. */
public final class PlanFile {

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();
  private static final ObjectMapper YAML =
      YAMLMapper.builder().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private PlanFile() {}

  /** Reads a plan; the ending of the name says whether it is YAML or JSON. */
  public static Plan read(Path file) {
    String text;
    try {
      text = Files.readString(file);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("there is no plan file " + file, e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the plan " + file + ": " + e.getMessage(), e);
    }
    String name = String.valueOf(file.getFileName());
    boolean yaml = name.endsWith(".yaml") || name.endsWith(".yml");
    return parse(text, yaml ? YAML : JSON, file.toString());
  }

  /** Reads a plan from JSON text; the source is named in errors. */
  public static Plan parseJson(String text, String source) {
    return parse(text, JSON, source);
  }

  /** Reads a plan from YAML text; the source is named in errors. */
  public static Plan parseYaml(String text, String source) {
    return parse(text, YAML, source);
  }

  public static String toJson(Plan plan) {
    return JSON.writeValueAsString(plan) + "\n";
  }

  private static Plan parse(String text, ObjectMapper mapper, String source) {
    try {
      Plan plan = mapper.readValue(text, Plan.class);
      if (plan == null) {
        throw new IllegalArgumentException(source + " is not a plan: it is empty");
      }
      return plan;
    } catch (JacksonException e) {
      String reason =
          e.getCause() instanceof IllegalArgumentException cause
              ? cause.getMessage()
              : e.getOriginalMessage();
      throw new IllegalArgumentException("%s is not a plan: %s".formatted(source, reason), e);
    }
  }
}
