import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;

/** A small workload that allocates as a service does: short-lived requests and a cache that lives on. */
public final class Churn {

  private static final int REQUESTS = 60_000;
  private static final int CACHE = 4_000;

  private Churn() {}

  public static void main(String[] arguments) throws InterruptedException {
    int workers = arguments.length == 0 ? 2 : Integer.parseInt(arguments[0]);
    long start = System.nanoTime();
    Thread[] threads = new Thread[workers];
    for (int i = 0; i < workers; i++) {
      int seed = i;
      threads[i] = new Thread(() -> serve(REQUESTS / workers, CACHE / workers, seed));
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.printf("took %.1f ms%n", (System.nanoTime() - start) / 1e6);
  }

  private static void serve(int requests, int cacheSize, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Deque<byte[]> cache = new ArrayDeque<>();
    for (int i = 0; i < requests; i++) {
      byte[] response = new byte[random.nextInt(1_000, 16_000)];
      response[random.nextInt(response.length)] = 1;
      if (random.nextInt(4) == 0) {
        cache.add(response);
        if (cache.size() > cacheSize) {
          cache.remove();
        }
      }
    }
  }
}
