/** The paper's protocol: many runs side by side, their candidates scored in one batch. */
@NullMarked
package dev.leadline.paper.lockstep;

import org.jspecify.annotations.NullMarked;
