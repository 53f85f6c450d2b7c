package dev.leadline.early;

import java.util.List;
import java.util.function.DoubleUnaryOperator;

/** Says where trials may be expected to end by their configurations alone. Thread-safe. */
@FunctionalInterface
public interface FinalValuePredictor {

  /**
   * What is to be expected of each complete trial, if its own end were not known, and of the one in
   * question, which comes last.
   *
   * @param cut others; those that were ended early count with what was expected of them
   * @param units values to the units of the guess
   */
  Guesses guess(
      CurveTrial own, List<CurveTrial> complete, List<CurveTrial> cut, DoubleUnaryOperator units);
}
