/** The network's layers, its parameters and their optimiser. */
@NullMarked
package dev.leadline.torch.nn;

import org.jspecify.annotations.NullMarked;
