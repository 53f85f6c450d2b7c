/** The network's layers, its parameters and their optimiser, and the network as ONNX graphs. */
@NullMarked
package dev.leadline.torch.nn;

import org.jspecify.annotations.NullMarked;
