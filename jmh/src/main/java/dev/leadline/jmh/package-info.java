/** Timings of the inner loops. */
@NullMarked
package dev.leadline.jmh;

import org.jspecify.annotations.NullMarked;
