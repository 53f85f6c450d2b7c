package dev.leadline.torch.judge;

import dev.leadline.scaling.OutputScaling;
import dev.leadline.surrogate.Predictive;
import dev.leadline.torch.train.Spread;

/**
 * What is predicted for one task.
 *
 * @param predictive in the units of the model
 * @param scaling from the units of the observations to these
 * @param spread how much the predictions differ, see {@link Spread}; NaN where buckets are in other
 *     units at every query
 */
record ScaledPredictive(Predictive predictive, OutputScaling.Fitted scaling, double spread) {}
