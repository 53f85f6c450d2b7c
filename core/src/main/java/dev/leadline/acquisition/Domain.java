package dev.leadline.acquisition;

/** The part of the unit cube a search may suggest. Implementations are thread-safe. */
public interface Domain {

  /** The number of encoded inputs, D. */
  int dimensions();

  /** The nearest point of the cube that can really be evaluated (integers and choices rounded). */
  double[] snap(double[] point);

  /** Whether a snapped point may be suggested: feasible, not evaluated before, not pending. */
  boolean allows(double[] snapped);
}
