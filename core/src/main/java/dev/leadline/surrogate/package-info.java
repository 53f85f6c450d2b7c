/** The seam between models and the optimiser, in plain doubles. */
@NullMarked
package dev.leadline.surrogate;

import org.jspecify.annotations.NullMarked;
