package dev.leadline.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records that have landed stay as they are: the history says so. */
class LandedRecordsTest {

  /* Records of before this rule were edited; they are accepted as they were when it came, by the
  ids of their directories in accepted-records.txt, which is never added to. A file of any other
  record has one content in all of the history; only a page may grow at its end, so that what is
  expected can be written down before it is measured. Removing a record is no edit. */

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern ENTRY =
      Pattern.compile(":\\d+ \\d+ [0-9a-f]+ ([0-9a-f]+) [AMT]\t(benchmarks/(.+))");

  @TempDir Path directory;
  private Path repository = ROOT;

  @BeforeEach
  void requireWholeHistory() throws Exception {
    String shallow = git("rev-parse", "--is-shallow-repository").strip();
    if (!shallow.equals("false")) {
      String why =
          "RECORDS WERE NOT COMPARED with the history: this is "
              + (shallow.equals("true") ? "a shallow clone" : "no git repository");
      System.err.println(why);
      abort(why);
    }
  }

  @Test
  void landedRecords_areNeverEdited() throws Exception {
    assertThat(edits(accepted())).isEmpty();
  }

  @Test
  void edit_isFoundInTheTreeAndInTheHistory() throws Exception {
    repository = directory;
    git("init", "-q");
    Path run = directory.resolve("benchmarks/2030-01-01-new/runs.jsonl");
    commit(run, "first");
    assertThat(edits(Map.of())).isEmpty();
    Files.writeString(run, "second");
    assertThat(edits(Map.of())).containsExactly("benchmarks/2030-01-01-new/runs.jsonl");
    commit(run, "second");
    assertThat(edits(Map.of())).containsExactly("benchmarks/2030-01-01-new/runs.jsonl");

    commit(run, "first");
    assertThat(edits(Map.of())).isEmpty();
    commit(run, "second");
    Path page = run.resolveSibling("README.md");
    commit(page, "expected\n");
    commit(page, "expected\nmeasured\n");
    assertThat(edits(Map.of())).containsExactly("benchmarks/2030-01-01-new/runs.jsonl");
    Files.writeString(page, "as if it had been expected\nmeasured\n");
    assertThat(edits(Map.of())).contains("benchmarks/2030-01-01-new/README.md");
    git("checkout", "-q", "--", "benchmarks");

    String tree = git("rev-parse", "HEAD:benchmarks/2030-01-01-new").strip();
    assertThat(edits(Map.of("2030-01-01-new", tree))).isEmpty();
    commit(run.resolveSibling("more.jsonl"), "added later");
    assertThat(edits(Map.of("2030-01-01-new", tree))).containsExactly("benchmarks/2030-01-01-new");
    commit(directory.resolve("benchmarks/README.md"), "an index");
    commit(directory.resolve("benchmarks/README.md"), "which changes");
    git("rm", "-q", "-r", "benchmarks/2030-01-01-new");
    commit(directory.resolve("other"), "removed");
    assertThat(edits(Map.of("2030-01-01-new", tree))).isEmpty();
  }

  @Test
  void index_namesEveryRecordAndOnlySuccessorsThatExist() throws IOException {
    String index = Files.readString(ROOT.resolve("benchmarks/README.md"));
    String rows = index.substring(0, index.indexOf("## Removed"));
    Set<String> named = new TreeSet<>();
    Matcher link = Pattern.compile("\\]\\(([^/)]+)").matcher(rows);
    while (link.find()) {
      named.add(link.group(1));
    }
    try (Stream<Path> records = Files.list(ROOT.resolve("benchmarks"))) {
      assertThat(named)
          .isEqualTo(
              records
                  .filter(Files::isDirectory)
                  .map(record -> record.getFileName().toString())
                  .collect(java.util.stream.Collectors.toCollection(TreeSet::new)));
    }
  }

  /** The records and files that are not what they were when they landed. */
  private Set<String> edits(Map<String, String> accepted) throws Exception {
    Set<String> edits = new TreeSet<>();
    for (Map.Entry<String, String> record : accepted.entrySet()) {
      String path = "benchmarks/" + record.getKey();
      String now = git("rev-parse", "--verify", "-q", "HEAD:" + path).strip();
      boolean changed = !git("diff", "--name-only", "HEAD", "--", path).isEmpty();
      if (!now.isEmpty() && (changed || !now.equals(record.getValue()))) {
        edits.add(path);
      }
    }
    Map<String, List<String>> contents = new HashMap<>(); // of each file, the newest first
    git("log", "--raw", "--no-abbrev", "--no-renames", "--format=", "--", "benchmarks")
        .lines()
        .map(ENTRY::matcher)
        .filter(Matcher::matches)
        .filter(entry -> entry.group(3).contains("/"))
        .filter(entry -> !accepted.containsKey(entry.group(3).split("/", 2)[0]))
        .forEach(
            entry ->
                contents
                    .computeIfAbsent(entry.group(2), path -> new ArrayList<>())
                    .add(entry.group(1)));
    for (Map.Entry<String, List<String>> file : contents.entrySet()) {
      Path path = repository.resolve(file.getKey());
      if (Files.exists(path) && !onlyGrew(path, file.getValue())) {
        edits.add(file.getKey());
      }
    }
    return edits;
  }

  /**
   * Whether the file is what it was at first, or a page that only grew at its end; an edit that was
   * taken back is none.
   *
   * @param blobs all its contents, the newest first
   */
  private boolean onlyGrew(Path file, List<String> blobs) throws Exception {
    String first = blobs.get(blobs.size() - 1);
    byte[] now = Files.readAllBytes(file);
    boolean same = blobId(now).equals(first);
    if (!file.toString().endsWith(".md") || (same && blobs.size() == 1)) {
      return same;
    }
    String kept = git("cat-file", "blob", first);
    for (int i = blobs.size() - 2; i >= 0; i--) {
      String later = git("cat-file", "blob", blobs.get(i));
      kept = later.startsWith(kept) ? later : kept;
    }
    return new String(now, StandardCharsets.UTF_8).startsWith(kept);
  }

  /** The name under which git keeps a content; asking it for a thousand of them takes seconds. */
  private static String blobId(byte[] content) throws NoSuchAlgorithmException {
    MessageDigest sha = MessageDigest.getInstance("SHA-1");
    sha.update(("blob " + content.length + "\0").getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(sha.digest(content));
  }

  private static Map<String, String> accepted() throws IOException {
    Map<String, String> accepted = new TreeMap<>();
    for (String line : Files.readAllLines(Path.of("src/test/resources/accepted-records.txt"))) {
      String[] words = line.split(" ", 2);
      accepted.put(words[1], words[0]);
    }
    return accepted;
  }

  private void commit(Path file, String text) throws Exception {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    git("add", "-A");
    git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "a");
  }

  /** What git prints; nothing if it fails or is not there. */
  private String git(String... arguments) throws InterruptedException {
    List<String> command = new ArrayList<>(List.of("git", "-c", "core.quotePath=false"));
    command.addAll(List.of(arguments));
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(repository.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor() == 0 ? out : "";
    } catch (IOException e) {
      return "";
    }
  }
}
