package dev.leadline.bench.figure;

import dev.leadline.acquisition.ModelUnits;
import dev.leadline.acquisition.OutputScaling;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Surrogate;

/**
 * A surrogate under comparison.
 *
 * @param name the legend's text
 * @param scaling the scaling its values go through
 */
public record NamedModel(String name, Surrogate surrogate, OutputScaling scaling) {

  /** Observations as the model is to see them. */
  ModelUnits.View view(Observations raw) {
    return new ModelUnits(scaling, surrogate).of(raw);
  }
}
