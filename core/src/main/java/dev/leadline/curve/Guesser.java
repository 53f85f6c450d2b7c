package dev.leadline.curve;

import java.util.List;
import java.util.function.DoubleUnaryOperator;

/** Says where trials may be expected to end by their configurations alone. Thread-safe. */
@FunctionalInterface
public interface Guesser {

  /**
   * What is to be expected of each complete trial, if its own end were not known, and of the one in
   * question, which comes last.
   *
   * @param cut others; those that were ended early count with what was expected of them
   * @param units values to the units of the guess
   */
  Guesses guess(Course own, List<Course> complete, List<Course> cut, DoubleUnaryOperator units);
}
