/** Tensors with explicit lifetimes: the only package that speaks to libtorch. */
@NullMarked
package dev.leadline.torch.tensor;

import org.jspecify.annotations.NullMarked;
