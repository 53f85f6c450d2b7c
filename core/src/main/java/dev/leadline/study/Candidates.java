package dev.leadline.study;

import dev.leadline.acquisition.Domain;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The points that may be suggested next. Thread-safe. */
public interface Candidates extends Domain {

  /** All points that may be suggested, if the space is finite and they are few. */
  Optional<double[][]> few();

  /**
   * Does nothing if there may be a point to suggest.
   *
   * @throws SpaceExhaustedException if it is certain that there is none
   */
  void requireAny();

  /**
   * A point drawn evenly from those that may be suggested; where constraints leave next to none, a
   * point near those known.
   *
   * @throws SpaceExhaustedException if none is found
   */
  double[] draw(RandomGenerator random);
}
