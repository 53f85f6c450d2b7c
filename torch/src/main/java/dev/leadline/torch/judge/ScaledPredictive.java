package dev.leadline.torch.judge;

import dev.leadline.acquisition.OutputScaling;
import dev.leadline.surrogate.Predictive;

/**
 * What is predicted for one task.
 *
 * @param predictive in the units of the model
 * @param scaling from the units of the observations to these
 */
record ScaledPredictive(Predictive predictive, OutputScaling.Fitted scaling) {}
