/** Judging a model: its distance to the exact process, its coverage, and where it goes wrong. */
@NullMarked
package dev.leadline.torch.judge;

import org.jspecify.annotations.NullMarked;
