package dev.leadline.app.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ProcessTreeTest {

  private static final Duration GRACE = Duration.ofMillis(600);

  private final String token = UUID.randomUUID().toString();
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void endWhatIsLeft() {
    started.forEach(Process::destroyForcibly);
  }

  @Test
  void zombieOfAnotherProcess_isNotWaitedFor() throws Exception {
    // sleep never asks for the child that the shell left it.
    Process parent =
        start(ownSession(), "sleep 0.1 & echo $!; exec sleep 30", "LEADLINE_RUN=another");
    ProcessHandle zombie = ProcessHandle.of(Long.parseLong(line(parent))).orElseThrow();
    while (Living.contains(zombie.pid())) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    assertThat(zombie.isAlive()).as("Java takes a zombie for alive").isTrue();
    long begin = System.nanoTime();
    ProcessTree.endAll(List.of(ProcessTree.of(zombie, mark(), GRACE)));
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(GRACE);
    assertThat(parent.isAlive()).isTrue();
  }

  @Test
  void processThatLeftItsParent_isFoundByItsSession() throws Exception {
    Process root = start(ownSession(), "(env -i sleep 73 & echo $!); sleep 74");
    long left = Long.parseLong(line(root));
    ProcessTree.endAll(List.of(tree(root)));
    assertThat(Living.contains(left, root.pid())).isFalse();
  }

  @Test
  void processThatLeftItsSession_isFoundByItsMark() throws Exception {
    Process root = start(ownSession(), "(setsid sleep 73 & echo $!); sleep 74");
    long left = Long.parseLong(line(root));
    ProcessTree.endAll(List.of(tree(root)));
    assertThat(Living.contains(left, root.pid())).isFalse();
  }

  @Test
  void processThatLeftEverything_isRememberedIfItWasSeen() throws Exception {
    Process root =
        start(ownSession(), "(env -i setsid sleep 73 & echo $!; sleep 0.3); echo left; sleep 74");
    ProcessTree tree = tree(root);
    BufferedReader lines = root.inputReader(StandardCharsets.UTF_8);
    long left = Long.parseLong(lines.readLine());
    tree.observe(ProcessTable.now());
    assertThat(lines.readLine()).isEqualTo("left");
    ProcessTree.endAll(List.of(tree));
    assertThat(Living.contains(left, root.pid())).isFalse();
  }

  @Test
  void others_areLeftAlone() throws Exception {
    Process bystander = start(ownSession(), "echo; sleep 30", "LEADLINE_RUN=another");
    line(bystander);
    Process root = start(ownSession(), "echo; sleep 30");
    line(root);
    ProcessTree.endAll(List.of(tree(root)));
    assertThat(root.waitFor()).isEqualTo(128 + 15);
    assertThat(bystander.isAlive()).isTrue();
    assertThatThrownBy(() -> ProcessTree.marked(Set.of(), GRACE))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void stubbornProcesses_shareOneGracePeriod() throws Exception {
    List<ProcessTree> trees = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Process root = start(ownSession(), "trap '' TERM; echo; while :; do sleep 0.1; done");
      line(root);
      trees.add(tree(root));
    }
    long begin = System.nanoTime();
    ProcessTree.endAll(trees);
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isBetween(GRACE, GRACE.multipliedBy(3));
    assertThat(Living.contains(started.stream().mapToLong(Process::pid).toArray())).isFalse();
  }

  @Test
  void ownSession_keepsNumberExitCodeAndSignal() throws Exception {
    Process coded = start(ownSession(), "echo $$ $(ps -o sid= -p $$); exit 7");
    assertThat(line(coded).split(" +")).containsOnly(Long.toString(coded.pid()));
    assertThat(coded.waitFor()).isEqualTo(7);
    assertThat(start(ownSession(), "kill -9 $$").waitFor()).isEqualTo(128 + 9);
    assertThat(OwnSession.find("/no/such/place").command(List.of("a", "b")))
        .containsExactly("a", "b");
  }

  @Test
  void tableOfHandles_knowsParentsWhereThereIsNoProc() throws Exception {
    Process child = start(new OwnSession(Optional.empty()), "echo; sleep 30");
    line(child);
    assertThat(ProcessTable.ofHandles().find(child.pid()))
        .hasValueSatisfying(e -> assertThat(e.parent()).isEqualTo(ProcessHandle.current().pid()));
  }

  private static OwnSession ownSession() {
    return OwnSession.find(System.getenv("PATH"));
  }

  private ProcessTree tree(Process root) {
    return ProcessTree.of(root.toHandle(), mark(), GRACE);
  }

  private Set<String> mark() {
    return Set.of("LEADLINE_RUN=" + token);
  }

  private Process start(OwnSession session, String script) throws IOException {
    return start(session, script, "LEADLINE_RUN=" + token);
  }

  private Process start(OwnSession session, String script, String variable) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(session.command(List.of("sh", "-c", script)));
    String[] parts = variable.split("=", 2);
    builder.environment().put(parts[0], parts[1]);
    Process process = builder.start();
    started.add(process);
    return process;
  }

  private static String line(Process process) throws IOException {
    return process.inputReader(StandardCharsets.UTF_8).readLine();
  }
}
