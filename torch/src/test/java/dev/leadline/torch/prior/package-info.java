/** Tests of synthetic tasks. */
@NullMarked
package dev.leadline.torch.prior;

import org.jspecify.annotations.NullMarked;
