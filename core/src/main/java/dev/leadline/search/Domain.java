package dev.leadline.search;

import dev.leadline.space.Coordinate;
import java.util.List;

/** The part of the unit cube a search may suggest. Implementations are thread-safe. */
public interface Domain {

  /** What the encoded inputs are, one by one. */
  List<Coordinate> coordinates();

  /** The number of encoded inputs, D. */
  default int dimensions() {
    return coordinates().size();
  }

  /** The nearest point of the cube that can really be evaluated (integers and choices rounded). */
  double[] snap(double[] point);

  /** Whether a snapped point may be suggested: feasible, not evaluated before, not pending. */
  boolean allows(double[] snapped);
}
