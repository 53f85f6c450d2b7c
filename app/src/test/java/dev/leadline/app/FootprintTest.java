package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.leadline.app.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run with the default model leaves behind, and whom it speaks to: nothing and nobody. */
class FootprintTest {

  private static final String TRACED =
      "trace=%network,open,openat,creat,mkdir,mkdirat,rename,renameat,renameat2,link,symlink";
  private static final Pattern MADE =
      Pattern.compile(
          "(?:open(?:at)?\\(.*\"(.*)\", [^\"]*O_CREAT|mkdir(?:at)?\\(.*\"(.*)\", ).* = \\d");

  private static final Pattern SPOKEN =
      Pattern.compile("(connect|bind|sendto|sendmsg|sendmmsg)\\(.*AF_INET");

  @TempDir static Path directory;
  private static SourceCopy copy;

  @TempDir Path study;

  @BeforeAll
  static void build() throws Exception {
    copy = SourceCopy.in(directory, directory.resolve("clone"));
    assertThat(copy.call("--version").code()).isZero();
  }

  /** Without the launcher, whose environment would silence a runtime that reports. */
  @Test
  void run_speaksToNobodyAndMakesFilesOnlyInItsStudyAndItsCache() throws Exception {
    assumeTrue(isThere("strace"), "needs strace");
    Path trace = directory.resolve("trace");
    List<String> program = new ArrayList<>(List.of("strace", "-f", "--seccomp-bpf"));
    program.addAll(List.of("-s", "4096", "-e", TRACED, "-o", trace.toString()));
    program.addAll(List.of(System.getProperty("java.home") + "/bin/java", "-XX:-UsePerfData"));
    program.addAll(List.of("-Djava.io.tmpdir=" + cache(), "-cp", SourceCopy.classPath()));
    program.add("dev.leadline.app.Leadline");
    String[] predicting = {"--param", "y=real:0..1", "--model", "compact-2d-nur"};
    SourceCopy.Call run = copy.call(program, command("echo {x}", predicting));
    assertThat(run.code()).as(run.output()).isZero();
    List<String> calls = Files.readAllLines(trace);
    assertThat(calls).anyMatch(call -> call.contains("libonnxruntime.so"));
    assertThat(calls).filteredOn(SPOKEN.asPredicate()).isEmpty();
    assertThat(calls).filteredOn(call -> call.contains("machine-id")).isEmpty();
    assertThat(made(calls))
        .isNotEmpty()
        .allMatch(
            file ->
                Stream.of(study.toString(), cache().toString(), "/dev/", "/proc/")
                    .anyMatch(file::startsWith));
  }

  @Test
  void homeAndTemporaryDirectory_holdNothingButTheCache() throws Exception {
    Path temporary = Files.createDirectory(directory.resolve("temporary"));
    SourceCopy.Call run =
        copy.with("TMPDIR", temporary.toString())
            .call(command("echo {x} >> /dev/null; echo $ORT_DISABLE_TELEMETRY"));
    assertThat(run.code()).as(run.output()).isZero();
    assertThat(run.output()).contains("best 1 (trial 0)"); // the launcher's second lock
    assertThat(temporary).isEmptyDirectory();
    assertThat(filesIn(directory.resolve("home")))
        .isNotEmpty()
        .allMatch(file -> file.startsWith(cache().resolve("native")));
  }

  @Test
  void temporaryDirectoryThatCannotBeWritten_isNotNeeded() throws Exception {
    SourceCopy.Call run =
        copy.with("TMPDIR", "/nowhere")
            .with("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=/nowhere")
            .call(command("echo {x}"));
    assertThat(run.code()).as(run.output()).isZero();
  }

  @Test
  void nowhereToUnpack_isASentenceWithTheRemedy() throws Exception {
    Path blocked = Files.writeString(directory.resolve("blocked"), "no directory");
    assertRefused(
        copy.with("XDG_CACHE_HOME", blocked.toString())
            .with("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + blocked)
            .call(command("echo {x}")));
  }

  /** A cache and a temporary directory from which nothing may be executed. */
  @Test
  void noexec_isASentenceWithTheRemedy() throws Exception {
    Path mount = Files.createDirectory(directory.resolve("noexec"));
    String script = "mount -t tmpfs -o noexec none '%s' && exec \"$@\"".formatted(mount);
    List<String> inside = new ArrayList<>(List.of("unshare", "-rm", "sh", "-c", script, "sh"));
    assumeTrue(isThere("unshare") && copy.call(inside, "true").code() == 0, "needs namespaces");
    inside.add(copy.home().resolve("leadline").toString());
    SourceCopy.Call run =
        copy.with("XDG_CACHE_HOME", mount.toString())
            .with("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + mount)
            .call(inside, command("echo {x}"));
    assertRefused(run);
    assertThat(run.output()).contains("nothing may be executed there");
  }

  private static void assertRefused(SourceCopy.Call run) {
    assertThat(run.code()).as(run.output()).isEqualTo(ExitCode.STORAGE.number());
    assertThat(run.output())
        .containsPattern("leadline: expected a directory where the native library of \\w+ can be")
        .contains("set XDG_CACHE_HOME")
        .doesNotContain("\tat ");
  }

  private String[] command(String script, String... options) {
    List<String> words = new ArrayList<>(List.of("run", "--param", "x=real:0..1"));
    words.addAll(List.of(options));
    words.addAll(List.of("--trials", "6", "--study", study.resolve("tune.db").toString()));
    words.addAll(List.of("--", "sh", "-c", script));
    return words.toArray(String[]::new);
  }

  private static Path cache() {
    return directory.resolve("home/.cache/leadline");
  }

  private static List<String> made(List<String> calls) {
    List<String> made = new ArrayList<>();
    for (String call : calls) {
      Matcher matcher = MADE.matcher(call);
      if (matcher.find()) {
        made.add(matcher.group(1) != null ? matcher.group(1) : matcher.group(2));
      }
    }
    return made;
  }

  private static List<Path> filesIn(Path directory) throws IOException {
    try (Stream<Path> walked = Files.walk(directory)) {
      return walked.filter(Files::isRegularFile).toList();
    }
  }

  private static boolean isThere(String program) throws InterruptedException {
    try {
      return new ProcessBuilder(program, "--version").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
