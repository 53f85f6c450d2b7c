/** Pre-training: loss, loop and checkpoints. */
@NullMarked
package dev.leadline.torch.pretrain;

import org.jspecify.annotations.NullMarked;
