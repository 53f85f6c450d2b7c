/** The paper's figures about the surrogate itself: single predictions instead of whole runs. */
@NullMarked
package dev.leadline.paper.figure;

import org.jspecify.annotations.NullMarked;
