/** The pre-trained probabilistic transformer as a surrogate. */
@NullMarked
package dev.leadline.pfn;

import org.jspecify.annotations.NullMarked;
