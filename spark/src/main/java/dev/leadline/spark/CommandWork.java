package dev.leadline.spark;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.SparkFiles;

/**
 * A command on its way to an executor, where it runs in a directory of its own.
 *
 * @param shipped names of the files that lie beside it
 */
record CommandWork(List<String> words, Map<String, String> environment, List<String> shipped)
    implements Work<CommandOutput> {

  /** Of each stream so much is brought back, from its end. */
  private static final int MOST_BYTES = 4 << 20;

  CommandWork {
    words = new ArrayList<>(words);
    environment = new LinkedHashMap<>(environment);
    shipped = new ArrayList<>(shipped);
  }

  @Override
  public CommandOutput run() throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("leadline-trial");
    try {
      for (String name : shipped) {
        Path there = Path.of(SparkFiles.get(name)).toAbsolutePath();
        Files.createSymbolicLink(directory.resolve(name), there);
      }
      return run(directory, directory.resolve(".stdout"), directory.resolve(".stderr"));
    } finally {
      delete(directory);
    }
  }

  private CommandOutput run(Path directory, Path stdout, Path stderr)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(directory.toFile())
            .redirectInput(new File("/dev/null"))
            .redirectOutput(stdout.toFile())
            .redirectError(stderr.toFile());
    builder.environment().putAll(environment);
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      return CommandOutput.notStarted(String.valueOf(e.getMessage()));
    }
    try {
      return CommandOutput.ended(process.waitFor(), end(stdout), end(stderr));
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly(); // does nothing unless the trial was interrupted
    }
  }

  private static byte[] end(Path file) throws IOException {
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      int count = (int) Math.min(MOST_BYTES, in.length());
      in.seek(in.length() - count);
      byte[] bytes = new byte[count];
      in.readFully(bytes);
      return bytes;
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
