package dev.leadline.server.open;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * What is kept by a key within a bound for all together; what nobody asked for the longest time
 * goes first. Thread-safe.
 */
final class Bounded<K, V> {

  private final long most;
  private final ToLongFunction<V> size;
  private final Map<K, V> kept = new LinkedHashMap<>(16, 0.75f, true); // the last used at the end
  private long sum;

  /**
   * @param most what all sizes together may be
   */
  Bounded(long most, ToLongFunction<V> size) {
    this.most = most;
    this.size = size;
  }

  synchronized Optional<V> get(K key) {
    return Optional.ofNullable(kept.get(key));
  }

  synchronized void put(K key, V value) {
    remove(key);
    kept.put(key, value);
    sum += size.applyAsLong(value);
    while (sum > most) {
      remove(kept.keySet().iterator().next());
    }
  }

  synchronized void removeIf(Predicate<K> isGone) {
    List.copyOf(kept.keySet()).stream().filter(isGone).forEach(this::remove);
  }

  /** The sizes of all together. */
  synchronized long sum() {
    return sum;
  }

  private void remove(K key) {
    V gone = kept.remove(key);
    sum -= gone == null ? 0 : size.applyAsLong(gone);
  }
}
