package dev.leadline.paper.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A claim of the paper: one method has a lower regret than another. Immutable.
 *
 * @param words what is claimed
 * @param better the method that should have the lower regret
 * @param than the method it is compared with
 * @param margin by how much the log10 regret may be higher and the claim still hold
 */
record Claim(String words, String better, String than, double margin) {

  private static final double AT_LEAST_AS_GOOD = 0.05;
  private static final List<String> VARIANTS = List.of("pt", "pt-r", "pt-nu", "pt-nur");

  /**
   * The claims in the order in which they are tested; benchmarks/2026-11-16-paper-claims has the
   * rules.
   */
  static List<Claim> all() {
    List<Claim> claims = new ArrayList<>();
    for (String variant : VARIANTS) {
      claims.add(new Claim("the model adds to its search", variant, "local-only", 0));
    }
    claims.add(new Claim("the regulariser helps", "pt-r", "pt", 0));
    claims.add(new Claim("the ν split helps", "pt-nu", "pt", 0));
    claims.add(new Claim("both together help", "pt-nur", "pt", 0));
    claims.add(new Claim("as good as a GP", "pt-nur", "gp-2022", AT_LEAST_AS_GOOD));
    return claims;
  }

  /** What is shown without a verdict: each variant and a fitted process behind the same search. */
  static List<Claim> beside() {
    return VARIANTS.stream()
        .map(variant -> new Claim("the surrogate alone", variant, "gp-local", 0))
        .toList();
  }
}
