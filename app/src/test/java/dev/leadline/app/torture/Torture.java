package dev.leadline.app.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

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

  /** Attacks until the time is up, every attack at least once. */
  static Tally run(Program program, Path directory, long seed, Duration time)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    SplittableRandom random = new SplittableRandom(seed);
    List<Attack> attacks = new ArrayList<>();
    attacks.add(new KilledClient(program, under(directory, "client")));
    attacks.add(new Damage(program, under(directory, "damage")));
    attacks.add(new KilledRun(program, under(directory, "run")));
    attacks.add(new Fuzz(program, under(directory, "fuzz")));
    Tally tally = new Tally();
    for (int i = 0; i < attacks.size() || System.nanoTime() < end; i++) {
      attacks.get(i % attacks.size()).round(random.split(), tally);
    }
    return tally;
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
