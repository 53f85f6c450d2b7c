package dev.leadline.server.http;

import java.util.HashMap;
import java.util.Map;

/** So much of something for each caller, and so much for all of them together. Thread-safe. */
final class Quota {

  private final long each;
  private final long all;
  private final Map<String, Long> taken = new HashMap<>();
  private long sum;

  Quota(long each, long all) {
    this.each = each;
    this.all = all;
  }

  /** Takes so much for a caller; takes nothing and says no where that is too much. */
  synchronized boolean take(String caller, long amount) {
    long own = taken.getOrDefault(caller, 0L) + amount;
    if (own > each || sum + amount > all) {
      return false;
    }
    taken.put(caller, own);
    sum += amount;
    return true;
  }

  /** Gives back what was taken. */
  synchronized void giveBack(String caller, long amount) {
    sum -= amount;
    taken.computeIfPresent(caller, (key, own) -> own > amount ? own - amount : null);
  }
}
