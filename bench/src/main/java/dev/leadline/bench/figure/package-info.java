/** The paper's figures about the surrogate itself: single predictions instead of whole runs. */
@NullMarked
package dev.leadline.bench.figure;

import org.jspecify.annotations.NullMarked;
