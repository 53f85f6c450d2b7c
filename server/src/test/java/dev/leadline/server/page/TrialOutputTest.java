package dev.leadline.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.space.Configuration;
import dev.leadline.storage.StoredState;
import dev.leadline.storage.StoredTrial;
import dev.leadline.study.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrialOutputTest {

  @TempDir Path directory;

  @BeforeEach
  void print() throws IOException {
    Files.createDirectories(directory.resolve("home/tune.trials/3-1"));
    Files.writeString(directory.resolve("home/tune.trials/3-1/stdout.txt"), "latency 4\n");
    Files.writeString(directory.resolve("home/tune.trials/3-1/stderr.txt"), "warning\n");
    Files.writeString(directory.resolve("stdout.txt"), "secret");
  }

  @Test
  void output_isWhatWasPrintedOnBothStreams() throws IOException {
    assertThat(read("tune.trials/3-1", 100))
        .contains(new TrialOutput("latency 4\nwarning\n", false));
  }

  @Test
  void longOutput_isItsEnd() throws IOException {
    assertThat(read("tune.trials/3-1", 2)).contains(new TrialOutput("4\ng\n", true));
  }

  @Test
  void outputElsewhere_isNotRead() throws IOException {
    assertThat(read("..", 100)).isEmpty();
    assertThat(read(directory.toString(), 100)).isEmpty();
    assertThat(read("tune.trials/../..", 100)).isEmpty();
    assertThat(read("tune.trials/4-1", 100)).isEmpty();
    assertThat(read(null, 100)).isEmpty();
  }

  private java.util.Optional<TrialOutput> read(@Nullable String output, int most)
      throws IOException {
    StoredTrial trial =
        new StoredTrial(
            Trial.completed(3, Configuration.empty().with("x", 1L), 4),
            StoredState.DONE,
            null,
            output,
            1,
            0,
            Instant.EPOCH,
            Instant.EPOCH);
    return TrialOutput.read(directory.resolve("home/tune.db"), trial, most);
  }
}
