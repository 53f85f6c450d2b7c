/**
 * Several goals at once: which points no other betters in everything, how large the volume is that
 * they reach, and by how much a further point is expected to enlarge it.
 */
@NullMarked
package dev.leadline.goals;

import org.jspecify.annotations.NullMarked;
