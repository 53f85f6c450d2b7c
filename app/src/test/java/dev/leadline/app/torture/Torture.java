package dev.leadline.app.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Attacks the program for a while in all ways, one after the other, and counts. */
final class Torture {

  private static final List<String> USAGE =
      List.of(
          "usage: app/torture [MINUTES [SEED]]",
          "Kills leadline at random moments, sends it mutated requests and damages its files.");

  private Torture() {}

  /** Arguments: minutes, seed, and the words that start the program. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length < 3 || !arguments[0].matches("\\d+(\\.\\d+)?")) {
      USAGE.forEach(System.err::println);
      System.exit(2);
    }
    Duration time = Duration.ofMillis(Math.round(Double.parseDouble(arguments[0]) * 60_000));
    long seed = Long.parseLong(arguments[1]);
    Program program = new Program(List.of(arguments).subList(2, arguments.length));
    Path directory = Files.createTempDirectory("leadline-torture");
    System.out.println("seed %d, %s minutes, in %s".formatted(seed, arguments[0], directory));
    Tally tally = run(program, directory, seed, time);
    tally.lines().forEach(System.out::println);
    if (tally.isClean()) {
      delete(directory);
    }
    System.exit(tally.isClean() ? 0 : 1);
  }

  /** Attacks until the time is up, two attacks at a time and every one at least once. */
  static Tally run(Program program, Path directory, long seed, Duration time)
      throws IOException, InterruptedException {
    List<Attack> kills =
        List.of(
            new KilledClient(program, under(directory, "client")),
            new KilledRun(program, under(directory, "run")),
            new KilledCrowd(program, under(directory, "crowd")));
    List<Attack> others =
        List.of(
            new Fuzz(program, under(directory, "fuzz")),
            new Damage(program, under(directory, "damage")));
    Tally tally = new Tally();
    SplittableRandom random = new SplittableRandom(seed);
    long end = System.nanoTime() + time.toNanos();
    ExecutorService pair = Executors.newFixedThreadPool(2);
    try {
      List<Future<@Nullable Void>> ends = new ArrayList<>();
      for (List<Attack> attacks : List.of(kills, others)) {
        SplittableRandom own = random.split();
        ends.add(pair.submit(() -> attack(attacks, own, end, tally)));
      }
      for (Future<@Nullable Void> of : ends) {
        of.get();
      }
      return tally;
    } catch (ExecutionException e) {
      throw new IOException("the torture itself failed", e.getCause());
    } finally {
      pair.shutdownNow();
    }
  }

  private static @Nullable Void attack(
      List<Attack> attacks, SplittableRandom random, long end, Tally tally)
      throws IOException, InterruptedException {
    for (int i = 0; i < attacks.size() || System.nanoTime() < end; i++) {
      attacks.get(i % attacks.size()).round(random.split(), tally);
    }
    return null;
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static Path under(Path directory, String name) throws IOException {
    return Files.createDirectories(directory.resolve(name));
  }
}
