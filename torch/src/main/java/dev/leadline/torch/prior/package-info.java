/** Synthetic tasks, split into a context that is seen and queries that are predicted. */
@NullMarked
package dev.leadline.torch.prior;

import org.jspecify.annotations.NullMarked;
