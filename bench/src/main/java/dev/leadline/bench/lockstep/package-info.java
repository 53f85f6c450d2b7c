/** Many searches for the next point, scored together. */
@NullMarked
package dev.leadline.bench.lockstep;

import org.jspecify.annotations.NullMarked;
