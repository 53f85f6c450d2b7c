/** Tests of pre-training. */
@NullMarked
package dev.leadline.torch.pretrain;

import org.jspecify.annotations.NullMarked;
