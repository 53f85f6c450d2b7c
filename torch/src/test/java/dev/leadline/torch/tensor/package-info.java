/** Tests of tensors and their lifetimes. */
@NullMarked
package dev.leadline.torch.tensor;

import org.jspecify.annotations.NullMarked;
