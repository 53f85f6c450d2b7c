/** Tests of the network and its optimiser. */
@NullMarked
package dev.leadline.torch.nn;

import org.jspecify.annotations.NullMarked;
