/** Pre-training: what a run learns from and how, from the first step to the model file. */
@NullMarked
package dev.leadline.torch.train;

import org.jspecify.annotations.NullMarked;
