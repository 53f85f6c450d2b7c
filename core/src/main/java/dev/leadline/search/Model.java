package dev.leadline.search;

import dev.leadline.acquisition.Acquisition;
import dev.leadline.scaling.ModelUnits;
import dev.leadline.surrogate.Surrogate;

/**
 * A surrogate together with how it is used. Thread-safe; it keeps what makes its next answers
 * faster, so use one per study.
 *
 * @param surrogate what predicts
 * @param units from the user's units to those of the surrogate
 * @param acquisition what makes a candidate attractive under its predictions
 * @param underNoise what says how good a trial is where values do not repeat
 */
public record Model(
    Surrogate surrogate, ModelUnits units, Acquisition acquisition, Surrogate underNoise) {

  /** A model with one surrogate for all. */
  public Model(Surrogate surrogate, ModelUnits units, Acquisition acquisition) {
    this(surrogate, units, acquisition, surrogate);
  }
}
