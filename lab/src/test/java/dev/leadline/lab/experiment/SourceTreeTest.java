package dev.leadline.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceTreeTest {

  private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

  @TempDir Path folder;

  @Test
  void tree_isCleanUntilASourceChanges() throws Exception {
    assumeTrue(git("init", "-q"), "needs git");
    Path source = Files.createDirectories(folder.resolve("core/src")).resolve("A.java");
    Files.writeString(source, "class A {}");
    git("add", "-A");
    git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "first");
    SourceTree clean = SourceTree.of(folder.resolve("core"), Map.of());
    assertThat(clean.commit()).matches("[0-9a-f]{40}");
    assertThat(clean.state()).isEqualTo(SourceTree.State.CLEAN);

    Files.writeString(folder.resolve("runs.jsonl"), "a record is no source");
    assertThat(SourceTree.of(folder, Map.of())).isEqualTo(clean);

    Files.writeString(source, "class A { int a; }");
    assertThat(SourceTree.of(folder.resolve("core"), Map.of()))
        .isEqualTo(new SourceTree(clean.commit(), SourceTree.State.CHANGED));
    Files.writeString(source, "class A {}");
    Files.writeString(source.resolveSibling("B.java"), "class B {}");
    assertThat(SourceTree.of(folder, Map.of()).state()).isEqualTo(SourceTree.State.CHANGED);
  }

  @Test
  void copyWithoutRepository_isWhatTheEnvironmentSays() {
    assertThat(SourceTree.of(folder, Map.of())).isEqualTo(SourceTree.UNKNOWN);
    assertThat(SourceTree.of(folder, Map.of(SourceTree.VARIABLE, COMMIT)))
        .isEqualTo(new SourceTree(COMMIT, SourceTree.State.CLEAN));
    assertThat(SourceTree.of(folder, Map.of(SourceTree.VARIABLE, COMMIT + "+")))
        .isEqualTo(new SourceTree(COMMIT, SourceTree.State.CHANGED));
    assertThat(SourceTree.of(folder, Map.of(SourceTree.VARIABLE, "latest")))
        .isEqualTo(SourceTree.UNKNOWN);
  }

  private boolean git(String... arguments) throws InterruptedException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    try {
      return new ProcessBuilder(command).directory(folder.toFile()).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
