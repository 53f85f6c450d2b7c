package dev.leadline.committee;

/** How far evidence counts in what a committee believes. */
public enum EvidenceWeight {
  /**
   * Half: a member's share in the mixture is the root of its weight, over the sum of all.
   *
   * <p>Each member is wrong about an objective in its own way. Evidence takes them at their word
   * and soon leaves one that is a little less wrong than the others alone with its confidence.
   */
  HALF(0.5),

  /** Whole: a member's share is its weight. */
  WHOLE(1);

  private final double power;

  EvidenceWeight(double power) {
    this.power = power;
  }

  /** The power of a weight that its share goes by. */
  public double power() {
    return power;
  }
}
