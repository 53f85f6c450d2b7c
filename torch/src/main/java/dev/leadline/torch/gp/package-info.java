/** Exact Gaussian processes, batched over tasks: kernels, regression, fit of hyper-parameters. */
@NullMarked
package dev.leadline.torch.gp;

import org.jspecify.annotations.NullMarked;
