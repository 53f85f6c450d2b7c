package dev.leadline.paper.report;

/** What runs say about a claim. */
enum ClaimVerdict {
  HOLDS("holds", "leans for"),
  DOES_NOT_HOLD("does not hold", "leans against"),
  UNDECIDED("undecided", "undecided");

  private final String certain;
  private final String leaning;

  ClaimVerdict(String certain, String leaning) {
    this.certain = certain;
    this.leaning = leaning;
  }

  /**
   * By the interval of the difference of log10 regrets, the claimed better method's first.
   *
   * @param margin up to which the claim still holds
   */
  static ClaimVerdict of(double low, double high, double margin) {
    if (high < margin) {
      return HOLDS;
    }
    return low > 0 ? DOES_NOT_HOLD : UNDECIDED;
  }

  /** In words; fewer than three trainings only lean. */
  String words(int trainings) {
    return trainings < ClaimTest.ENOUGH_TRAININGS ? leaning : certain;
  }
}
