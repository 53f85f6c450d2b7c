/** Trials, ask and tell, and the best settings so far. */
@NullMarked
package dev.leadline.study;

import org.jspecify.annotations.NullMarked;
