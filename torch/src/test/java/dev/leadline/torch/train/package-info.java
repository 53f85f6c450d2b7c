/** Tests of pre-training. */
@NullMarked
package dev.leadline.torch.train;

import org.jspecify.annotations.NullMarked;
