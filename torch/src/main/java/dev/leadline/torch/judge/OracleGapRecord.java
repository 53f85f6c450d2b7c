package dev.leadline.torch.judge;

import dev.leadline.torch.tensor.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The oracle gap of one model as a file keeps it. Immutable and thread-safe.
 *
 * @param model the model's name
 * @param training what its manifest says about its training
 * @param device where it was measured
 * @param seconds how long that took
 * @param report what was found
 */
public record OracleGapRecord(
    String model,
    Map<String, String> training,
    Device device,
    double seconds,
    OracleGapReport report) {

  public OracleGapRecord {
    training = Map.copyOf(training);
  }

  /** Writes the record as JSON. */
  public void write(Path file) throws IOException {
    JsonMapper mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    Files.writeString(file, mapper.writeValueAsString(this) + "\n");
  }

  /**
   * Reads a record.
   *
   * @throws IOException if it cannot be read or is something else
   */
  public static OracleGapRecord read(Path file) throws IOException {
    String text = Files.readString(file);
    try {
      return JsonMapper.shared().readValue(text, OracleGapRecord.class);
    } catch (JacksonException e) {
      throw new IOException(
          "expected a record of 'leadline model check' in %s but it is none: %s"
              .formatted(file, e.getOriginalMessage()),
          e);
    }
  }
}
