package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.contentOf;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The classes through which an ask of {@code leadline run} goes until the network is asked. */
class AskWalkTest {

  @TempDir Path directory;

  @Test
  void ask_reachesTheNetworkThroughTwelveClassesThatTheArchitecturePageNames()
      throws InterruptedException {
    Set<List<String>> walks = new LinkedHashSet<>();
    Thread run = new Thread(this::run);
    run.start();
    while (run.isAlive()) {
      for (StackTraceElement[] stack : Thread.getAllStackTraces().values()) {
        walks.add(walk(stack));
      }
    }
    walks.remove(List.of());
    assertThat(walks)
        .anySatisfy(walk -> assertThat(walk).endsWith("ModelUnits", "LengthscaleNetwork"))
        .allSatisfy(walk -> assertThat(walk).hasSizeLessThanOrEqualTo(12));
    assertThat(walks.stream().flatMap(List::stream).distinct())
        .allSatisfy(
            name ->
                assertThat(contentOf(Path.of("../docs/architecture.md").toFile()))
                    .contains("`" + name + "`"));
  }

  private void run() {
    String space = "--param x=real:0..1 --param y=real:0..1 --minimize";
    String words = "run --trials 60 %s --study %s -- echo {x}";
    CommandRun.of(words.formatted(space, directory.resolve("walk.db")).split(" ", -1));
  }

  /** From the study that is asked to the network, each class once; else empty. */
  private static List<String> walk(StackTraceElement[] stack) {
    List<String> upwards = Arrays.stream(stack).map(StackTraceElement::getClassName).toList();
    int network = upwards.indexOf("dev.leadline.lengthscale.LengthscaleNetwork");
    int ask = stack.length - 1;
    while (ask >= 0 && !stack[ask].toString().contains("StoredStudy.ask(")) {
      ask--;
    }
    Set<String> walk = new LinkedHashSet<>();
    for (int i = ask; network >= 0 && i >= network; i--) {
      if (upwards.get(i).startsWith("dev.leadline.")) {
        walk.add(upwards.get(i).replaceAll("[$].*|.*[.]", ""));
      }
    }
    return List.copyOf(walk);
  }
}
