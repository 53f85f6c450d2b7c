package dev.leadline.lab.command;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** The options of a measurement in many runs, and the directory in which it writes a line each. */
final class RunFolder {

  /** Takes runs as they come. */
  interface Lines {

    /** Keeps a run, and says a few words to who waits. */
    void add(Object run, String said);
  }

  @Option(names = "--first-seed", paramLabel = "N", description = "Default: 0.")
  private int firstSeed;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Where the runs, their machine and what peers need go.")
  @SuppressWarnings("NullAway.Init") // set by picocli
  private Path out;

  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  private final JsonMapper json = JsonMapper.builder().build();

  int firstSeed() {
    return firstSeed;
  }

  /** Writes what peers start from. */
  void write(String name, String text) {
    try {
      Files.createDirectories(out);
      Files.writeString(out.resolve(name), text);
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  /**
   * Writes where this runs, and then each run as it ends.
   *
   * @param name of the file, which is compressed if it ends in .gz
   */
  void record(String name, Consumer<Lines> measurement) {
    write("environment.json", json.writeValueAsString(StudyRuns.here()));
    try (PrintWriter lines = new PrintWriter(open(out.resolve(name)))) {
      measurement.accept(
          (run, said) -> {
            lines.println(json.writeValueAsString(run));
            lines.flush();
            StudyRuns.say(spec, said);
          });
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  private static OutputStreamWriter open(Path file) throws IOException {
    OutputStream plain = Files.newOutputStream(file);
    boolean isCompressed = file.toString().endsWith(".gz");
    return new OutputStreamWriter(
        isCompressed ? new GZIPOutputStream(plain, true) : plain, StandardCharsets.UTF_8);
  }

  private UncheckedIOException unwritable(IOException e) {
    return new UncheckedIOException("cannot write to %s: %s".formatted(out, e.getMessage()), e);
  }
}
