package dev.leadline.torch.nn;

import dev.leadline.torch.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * What the network sees of a batch of tasks; all float32 on the network's device.
 *
 * @param contextX (B, C, D) in the raw unit cube, padded to the network's maximum
 * @param contextToken (B, C, T): the scaled value, or the committee features
 * @param queryX (B, Q, D)
 * @param queryToken (B, Q, T'): the committee features, or null for plain tokens
 * @param dimensions (B), the number of inputs each task really has
 */
public record NetworkInput(
    Tensor contextX,
    Tensor contextToken,
    Tensor queryX,
    @Nullable Tensor queryToken,
    Tensor dimensions) {}
