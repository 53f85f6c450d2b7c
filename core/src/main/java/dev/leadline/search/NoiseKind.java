package dev.leadline.search;

/** Whether the same configuration gives the same value again. */
public enum NoiseKind {
  /** It does: no configuration is suggested twice, and the best value seen is the best. */
  NONE,
  /** It does not: a configuration may be suggested again, and the luckiest value may be luck. */
  UNKNOWN
}
