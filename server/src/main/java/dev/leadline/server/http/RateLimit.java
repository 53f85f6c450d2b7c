package dev.leadline.server.http;

import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/** Lets each of many through so many times a second, in bursts of twice as many. Thread-safe. */
final class RateLimit {

  private static final int MOST_KEYS = 10_000;

  private final double perSecond;
  private final InstantSource clock;
  private final Map<String, Bucket> buckets =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
          return size() > MOST_KEYS;
        }
      };

  /** What is left at a moment. */
  private record Bucket(double left, long millis) {}

  RateLimit(int perSecond, InstantSource clock) {
    this.perSecond = perSecond;
    this.clock = clock;
  }

  /** Whether it may pass; counts it if so. */
  synchronized boolean passes(String key) {
    long now = clock.millis();
    double most = 2 * perSecond;
    Bucket bucket = buckets.getOrDefault(key, new Bucket(most, now));
    double elapsed = Math.max(0, now - bucket.millis) / 1000.0;
    double left = Math.min(most, bucket.left + elapsed * perSecond);
    boolean passes = left >= 1;
    buckets.put(key, new Bucket(passes ? left - 1 : left, now));
    return passes;
  }
}
