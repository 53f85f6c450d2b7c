package dev.leadline.paper.figure;

import dev.leadline.scaling.ModelUnits;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Surrogate;

/**
 * A surrogate under comparison.
 *
 * @param name the legend's text
 * @param units brings observations into its units
 */
public record NamedModel(String name, Surrogate surrogate, ModelUnits units) {

  /** Observations as the model is to see them. */
  ModelUnits.View view(Observations raw) {
    return units.of(raw);
  }
}
