/** From a trained network to the model file that the library runs: ONNX graphs and weights. */
@NullMarked
package dev.leadline.torch.export;

import org.jspecify.annotations.NullMarked;
