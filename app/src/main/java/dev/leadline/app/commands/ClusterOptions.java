package dev.leadline.app.commands;

import dev.leadline.app.execute.ClusterConnector;
import dev.leadline.app.execute.CommandCluster;
import dev.leadline.app.exit.UserError;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that let trials run on a cluster. */
final class ClusterOptions {

  @Option(
      names = "--on",
      paramLabel = "MASTER",
      description =
          "Run trials on the executors of Apache Spark: spark://HOST:7077, yarn, k8s://URL or"
              + " local[4].")
  private @Nullable String master;

  @Option(
      names = "--ship",
      paramLabel = "FILE",
      description = "With --on: a file that goes along and lies beside the command; repeat.")
  private List<String> ship = new ArrayList<>();

  boolean isWanted() {
    if (master == null && !ship.isEmpty()) {
      throw UserError.usage("--ship sends files to a cluster; say which with --on");
    }
    return master != null;
  }

  /** The command as it is there: a file that goes along lies in its working directory. */
  List<String> command(List<String> words) {
    Map<String, String> there = new HashMap<>();
    for (String file : ship) {
      Path path = Path.of(file);
      if (!Files.isRegularFile(path)) {
        throw UserError.usage("expected a file after --ship but got '%s'".formatted(file));
      }
      String name = String.valueOf(path.getFileName());
      if (there.containsValue("./" + name)) {
        throw UserError.usage(
            "two files after --ship are called '%s'; all of them lie in one directory there"
                .formatted(name));
      }
      there.put(file, "./" + name);
    }
    return words.stream().map(word -> there.getOrDefault(word, word)).toList();
  }

  CommandCluster connect(String name) {
    return ClusterConnector.installed()
        .connect(String.valueOf(master), name, ship.stream().map(Path::of).toList());
  }
}
