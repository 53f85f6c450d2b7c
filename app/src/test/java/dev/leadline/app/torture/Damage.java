package dev.leadline.app.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** Study files with bytes changed: reported with exit code 3, or shown as they were. */
final class Damage implements Attack {

  private static final int FILES = 4;
  private static final int REPORTED = 3;
  private static final List<String> STUDY =
      List.of(
          "--strategy",
          "random",
          "--param",
          "x=real:0..1",
          "--param",
          "c=choice:a,b,c",
          "--study",
          "tune.db");
  private static final List<List<String>> VIEWS =
      List.of(
          List.of("show", "tune.db", "--csv"), List.of("show", "tune.db"), with("ask-tell", STUDY));

  private final Program program;
  private final Path directory;
  private final Path whole;
  private final List<Program.Result> before;

  /** Makes the study that is going to be damaged. */
  Damage(Program program, Path directory) throws IOException, InterruptedException {
    this.program = program;
    this.directory = directory;
    Path study = directory.resolve("tune.db");
    List<String> run = with("run", STUDY);
    run.addAll(List.of("--trials", "40", "--", "sh", "-c", "test {c} != b && echo {x}"));
    Program.Result made = program.run(directory, run);
    if (made.code() != 0) {
      throw new IOException("the study to damage could not be made: " + made.err());
    }
    List<Program.Result> views = new ArrayList<>();
    for (List<String> view : VIEWS) {
      views.add(program.run(directory, view));
    }
    this.before = List.copyOf(views);
    this.whole = Files.move(study, directory.resolve("whole.db"));
  }

  @Override
  public void round(RandomGenerator random, Tally tally) throws IOException, InterruptedException {
    byte[] bytes = Files.readAllBytes(whole);
    for (int i = 0; i < FILES; i++) {
      Damaged damaged = Damaged.of(random, bytes);
      Files.write(directory.resolve("tune.db"), damaged.bytes);
      look(random, damaged.story, tally);
      for (String end : List.of("", "-wal", "-shm", "-journal")) {
        Files.deleteIfExists(directory.resolve("tune.db" + end));
      }
    }
  }

  /** The bytes of a damaged file and what was done to them. */
  private static final class Damaged {
    private final byte[] bytes;
    private final String story;

    private Damaged(byte[] bytes, String story) {
      this.bytes = bytes;
      this.story = story;
    }

    static Damaged of(RandomGenerator random, byte[] whole) {
      int at = random.nextInt(whole.length);
      return switch (random.nextInt(8)) {
        case 0 -> new Damaged(Arrays.copyOf(whole, at), "cut after %d bytes".formatted(at));
        case 1 -> zeros(whole, at, Math.min(whole.length, at + 1 + random.nextInt(4096)));
        default -> flip(whole, at, 1 << random.nextInt(8));
      };
    }

    private static Damaged zeros(byte[] whole, int at, int end) {
      byte[] bytes = whole.clone();
      Arrays.fill(bytes, at, end, (byte) 0);
      return new Damaged(bytes, "zeros from byte %d to %d".formatted(at, end));
    }

    private static Damaged flip(byte[] whole, int at, int bit) {
      byte[] bytes = whole.clone();
      bytes[at] ^= (byte) bit;
      return new Damaged(bytes, "byte %d changed by %d".formatted(at, bit));
    }
  }

  private static List<String> with(String command, List<String> options) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(options);
    return all;
  }

  private void look(RandomGenerator random, String story, Tally tally)
      throws IOException, InterruptedException {
    tally.add(Tally.Count.DAMAGED, 1);
    int view = random.nextInt(VIEWS.size());
    Program.Result after = program.run(directory, VIEWS.get(view));
    boolean reported = after.code() == REPORTED && after.isSentence();
    boolean unharmed = after.code() == 0 && after.out().equals(before.get(view).out());
    if (!reported && !unharmed) {
      tally.fault(
          Tally.Count.SILENT,
          "%s: %s ended with code %d%s"
              .formatted(
                  story,
                  String.join(" ", VIEWS.get(view)),
                  after.code(),
                  after.code() == 0 ? " and showed something else" : ", " + after.err().strip()));
    }
  }
}
