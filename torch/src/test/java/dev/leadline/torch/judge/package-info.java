/** Tests of judging. */
@NullMarked
package dev.leadline.torch.judge;

import org.jspecify.annotations.NullMarked;
