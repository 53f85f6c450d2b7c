import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** Fills and renews a cache, and prints how long the slowest hundredth of its rounds took. */
public final class Cache {

  public static void main(String[] words) throws IOException {
    int rounds = Integer.parseInt(words[0]);
    Map<Integer, byte[][]> cache = new HashMap<>();
    Random random = new Random(3);
    long[] nanos = new long[rounds];
    for (int round = 0; round < rounds; round++) {
      long begin = System.nanoTime();
      for (int i = 0; i < 60; i++) {
        byte[][] entry = new byte[8][];
        Arrays.setAll(entry, k -> new byte[200 + random.nextInt(400)]);
        cache.put(random.nextInt(20_000), entry);
      }
      nanos[round] = System.nanoTime() - begin;
    }
    Arrays.sort(nanos, rounds / 3, rounds); // the first third warms up
    System.out.printf("p99_ms = %.4f%n", nanos[rounds - 1 - (rounds - rounds / 3) / 100] / 1e6);
    // ZGC maps its heap three times; other figures count it thrice.
    for (String line : Files.readAllLines(Path.of("/proc/self/smaps_rollup"))) {
      if (line.startsWith("Pss:")) {
        System.out.println("memory_mb = " + Integer.parseInt(line.replaceAll("\\D", "")) / 1024);
      }
    }
  }
}
