/** Tests of exact Gaussian processes. */
@NullMarked
package dev.leadline.torch.gp;

import org.jspecify.annotations.NullMarked;
